"""Lines of the sample game, made up at random."""

from random import Random

from hypothesis import strategies as st

from movegen import Lexicon, Line, Rack, read_gcg
from movegen.gcg import format_gcg
from movegen.position import generate_moves

SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
GAME = read_gcg(SAMPLE)
TEXT = format_gcg(GAME)
LEXICON = Lexicon.load()


@st.composite
def lines(draw: st.DrawFn) -> Line:
    """A line of the sample game: legal moves with the known rack, with a rack that is given, or with none."""
    random = Random(draw(st.integers(0, 2**32)))
    line = Line.begin(
        GAME, draw(st.integers(1, len(GAME.turns))), draw(st.sampled_from(["fish", "a b", "ü"]))
    )
    for _ in range(draw(st.integers(0, 6))):
        if line.is_finished:
            break
        position = line.current_position()
        held, rack = line.game.state.rack_sizes[line.on_turn], position.rack
        kind = draw(st.sampled_from(["known", "given", "unknown", "pass"]))
        if kind in ("given", "unknown") or not len(rack):
            available = list(line.game.state.available(line.on_turn))
            rack = Rack.from_tiles(
                position.variant.tiles, random.sample(available, min(held, len(available)))
            )
        moves = generate_moves(position, LEXICON) if kind == "known" and len(position.rack) else None
        if kind == "pass" or (moves is not None and not len(moves)):
            line = line.play("pass")
        elif moves is not None:
            line = line.play(moves[random.randrange(len(moves))])
        else:
            allowed = generate_moves(line.with_rack(rack).current_position(), LEXICON)
            line = line.play(allowed[random.randrange(len(allowed))], rack if kind == "given" else "")
    return line
