"""A simulation or a search that runs in a thread of its own while the screen goes on, and can be stopped."""

from collections.abc import Callable
from threading import Event, Thread

from textual.message import Message

from jackdaw.terminal.deep_kibitz import DeepKibitz, Figures
from strategy.search_control import SearchControl


class FiguresChanged(Message):
    """A simulation has new figures or, with an error, cannot go on."""

    def __init__(self, run: int, found: Figures | Exception, is_done: bool) -> None:
        super().__init__()
        self.run = run
        self.found = found
        self.is_done = is_done


class BackgroundKibitz:
    """Runs one simulation at a time. `run` counts them: figures of an earlier one are out of date."""

    def __init__(self, post: Callable[[Message], object]) -> None:
        self._post = post
        self._stop = Event()
        self._is_running = False
        self.run = 0

    @property
    def is_running(self) -> bool:
        """Return whether a simulation runs, and has not been stopped."""
        return self._is_running and not self._stop.is_set()

    def start(self, kibitz: DeepKibitz) -> None:
        """Begin a simulation instead of the one that runs, if any."""
        self.stop()
        self.run += 1
        self._stop, self._is_running = Event(), True
        Thread(target=self._work, args=(kibitz, self.run, self._stop), daemon=True).start()

    def stop(self) -> None:
        """Stop; the last figures still come."""
        self._stop.set()

    def cancel(self) -> None:
        """Stop, and take no more figures."""
        self.stop()
        self.run += 1
        self._is_running = False

    def finish(self, message: FiguresChanged) -> bool:
        """Note that figures came; return whether they are those of the simulation that runs."""
        if message.run != self.run:
            return False
        if message.is_done:
            self._is_running = False
        return True

    def _work(self, kibitz: DeepKibitz, run: int, stop: Event) -> None:
        def report(found: Figures) -> None:
            self._post(FiguresChanged(run, found, is_done=False))

        found: Figures | Exception
        try:
            found = kibitz.run(SearchControl(progress=report, should_stop=stop.is_set))
        except Exception as error:
            found = error
        self._post(FiguresChanged(run, found, is_done=True))
