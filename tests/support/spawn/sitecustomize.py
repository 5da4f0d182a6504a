"""Python imports this when it starts, with this folder on PYTHONPATH: spawn processes, do not fork them."""

import multiprocessing

multiprocessing.set_start_method("spawn", force=True)
