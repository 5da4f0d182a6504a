"""The core's bag and random numbers in plain Python, with NumPy's generator."""

import numpy as np

from movegen.tiles import Rack, TileSet


class SlowStream:
    """Random numbers of a game; `use` tells apart what they are for, `place` where they are used."""

    def __init__(self, seed: int, number: int, use: int = 0, place: int = 0) -> None:
        self.random = np.random.Philox(key=seed, counter=number << 64 | use << 128 | place << 192)
        self.halves: list[int] = []

    def up_to(self, most: int) -> int:
        while True:
            if not self.halves:
                pair = int(self.random.random_raw())
                self.halves = [pair % 2**32, pair >> 32]
            drawn = self.halves.pop(0) % (1 << most.bit_length())
            if drawn <= most:
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
            other = self.stream.up_to(last)
            self.tiles[last], self.tiles[other] = self.tiles[other], self.tiles[last]
