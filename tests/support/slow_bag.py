"""The core's bag and random numbers in plain Python, with NumPy's generator."""

import numpy as np

from movegen.variant import Rack, TileSet


class SlowStream:
    """Random numbers of a game, in separate streams by purpose (`use`) and position (`index`)."""

    def __init__(self, seed: int, number: int, use: int = 0, index: int = 0) -> None:
        self.random = np.random.Philox(key=seed, counter=number << 64 | use << 128 | index << 192)
        self.halves: list[int] = []

    def draw_up_to(self, largest: int) -> int:
        while True:
            if not self.halves:
                pair = int(self.random.random_raw())
                self.halves = [pair % 2**32, pair >> 32]
            drawn = self.halves.pop(0) % (1 << largest.bit_length())
            if drawn <= largest:
                return drawn


class SlowBag:
    """The bag of a game; `tiles` are drawn from the end."""

    def __init__(self, tile_set: TileSet, seed: int, number: int) -> None:
        self.stream = SlowStream(seed, number)
        self.tile_set = tile_set
        self.tiles = [tile for tile, count in enumerate(tile_set.counts) for _ in range(count)]
        self.shuffle()

    def __len__(self) -> int:
        return len(self.tiles)

    def draw(self, count: int) -> Rack:
        drawn = [self.tiles.pop() for _ in range(min(count, len(self.tiles)))]
        return Rack.from_tiles(self.tile_set, drawn)

    def put_back(self, tiles: Rack) -> None:
        self.tiles += list(tiles)
        self.shuffle()

    def shuffle(self) -> None:
        for last in range(len(self.tiles) - 1, 0, -1):
            other = self.stream.draw_up_to(last)
            self.tiles[last], self.tiles[other] = self.tiles[other], self.tiles[last]
