"""Records in which several players have the same nickname, such as exports of a game of two `NoName`."""

from collections.abc import Sequence

from movegen.game import EventKind, GameState, Player
from movegen.gcg.grammar import EventLine


def is_shared(nicknames: Sequence[str]) -> bool:
    """Return whether players share a nickname."""
    return len({*nicknames}) < len(nicknames)


def number_names(players: Sequence[Player]) -> list[Player]:
    """Return the players with a number after each nickname and full name that several of them have."""
    nicknames, names = [player.nickname for player in players], [player.name for player in players]
    taken = {*nicknames}
    numbered = []
    for number, player in enumerate(players, start=1):
        nickname, name = player.nickname, player.name
        if nicknames.count(nickname) > 1:
            nickname = f"{nickname}{number}"
            while nickname in taken:
                nickname = f"{nickname}_{number}"
            taken.add(nickname)
            if name and names.count(name) > 1:
                name = f"{name} {number}"
        numbered.append(Player(nickname, name))
    return numbered


def player_meant(line: EventLine, state: GameState, same: Sequence[int], totals: Sequence[int]) -> int:
    """Return which of the players of the `same` nickname an event is about.

    Turns alternate. Other events are about the player whose total they fit, else about the one to whom they
    usually happen. `totals` are the last totals in the record.
    """
    if line.kind.is_turn:
        return state.on_turn if state.on_turn in same else same[0]
    change = int(line.total.text) - int(line.score.text)
    fitting = [player for player in same if totals[player] == change] or list(same)
    usual = state.out_player
    if line.kind in (EventKind.WITHDRAWN, EventKind.CHALLENGE_BONUS):
        usual = None if state.last_play is None else state.last_play.player
    elif line.kind is EventKind.END_RACK_PENALTY:
        usual = next((player for player in fitting if player not in state.penalized), None)
    return usual if usual in fitting else fitting[0]
