"""How often tests try random cases: enough for a change, and more every night."""

import os

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"


def repeats(usual: int, nightly: int) -> int:
    """Return the number of cases to try: the second one in the profile `nightly` (CONTRIBUTING.md, Tests)."""
    return nightly if NIGHTLY else usual
