"""The state that all requests to the web application share, and who they come from."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from starlette.requests import Request

from jackdaw.web.analysis import RolloutResources, WebLexica
from jackdaw.web.http import Jobs, WorkQueue
from jackdaw.web.play import OpenGames
from movegen.system import count_cores
from sims.engines import stop_engines

_QUICK_THREADS = 4
_MAX_WAITING_REQUESTS = 100


@dataclass
class AppState:
    """The state that all requests share: lexica, open games, jobs, and threads."""

    lexica: WebLexica
    games: OpenGames
    jobs: Jobs = field(default_factory=Jobs)
    engines: Jobs = field(default_factory=Jobs)
    threads: int = field(default_factory=count_cores)
    quick: WorkQueue = field(init=False)
    rollouts: ThreadPoolExecutor = field(init=False)
    resources: RolloutResources = field(init=False)

    def __post_init__(self) -> None:
        self.quick = WorkQueue("quick", _QUICK_THREADS, _MAX_WAITING_REQUESTS)
        self.rollouts = ThreadPoolExecutor(self.threads, thread_name_prefix="rollouts")
        self.resources = RolloutResources(self.rollouts, self.threads)

    def stop_jobs(self) -> None:
        """Ask all jobs to end, and stop outside programs. Safe to call from any thread."""
        self.jobs.stop_all()
        self.engines.stop_all()
        stop_engines()

    def refuse_requests(self) -> None:
        """Answer requests that wait, and new ones, with an error. Called from the event loop."""
        self.quick.refuse()
        self.games.watchers.end()

    def close(self) -> None:
        """Stop everything and wait for it to end."""
        self.stop_jobs()
        self.jobs.close()
        self.engines.close()
        self.rollouts.shutdown(cancel_futures=True)
        self.quick.close()
        self.games.close()


def client_of(request: Request) -> str:
    """Return the address that a request comes from: addresses take turns."""
    return request.client.host if request.client else ""


def page_id(request: Request) -> str:
    """Return the identifier of the page that sends a request; every loaded page has its own."""
    return request.headers.get("x-page", "")[:64]
