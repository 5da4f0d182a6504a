"""Seeds of random numbers that follow from others, and are unrelated to each other."""

import struct
from hashlib import blake2b


def derive_seed(purpose: str, *numbers: int) -> int:
    """Return the 64-bit seed of a purpose that follows from other seeds and numbers, each 0 to 2^64 - 1.

    It is unrelated to their seeds for any other purpose, and to the order of tiles in `sims.bag.Bag`.

    >>> derive_seed("judge", 7, 99), derive_seed("move", 7, 99, 3)
    (4400333113895458971, 672798637331579781)
    """
    key = struct.pack(f"<{len(numbers)}Q", *numbers)
    digest = blake2b(key, digest_size=8, person=f"jackdaw.{purpose}".encode()).digest()
    return int.from_bytes(digest, "little")
