"""The web application's side of HTTP: checked requests, JSON responses, jobs with server-sent events."""

from jackdaw.web.http.connections import LimitedProtocol, connection_limit
from jackdaw.web.http.folders import MAX_FILES, check_space
from jackdaw.web.http.jobs import Emit, Job, JobFunction, Jobs, ShouldStop, format_event
from jackdaw.web.http.memory import limit_heaps
from jackdaw.web.http.requests import MAX_BODY_BYTES, ApiRequest, Cgp, LaidTile, Name, Text, parse_request
from jackdaw.web.http.responses import (
    json_response,
    read_body,
    respond_to_error,
    respond_to_http_error,
    respond_to_internal_error,
)
from jackdaw.web.http.security import Guard
from jackdaw.web.http.work_queue import TooBusyError, WorkQueue

__all__ = [
    "MAX_BODY_BYTES",
    "MAX_FILES",
    "ApiRequest",
    "Cgp",
    "Emit",
    "Guard",
    "Job",
    "JobFunction",
    "Jobs",
    "LaidTile",
    "LimitedProtocol",
    "Name",
    "ShouldStop",
    "Text",
    "TooBusyError",
    "WorkQueue",
    "check_space",
    "connection_limit",
    "format_event",
    "json_response",
    "limit_heaps",
    "parse_request",
    "read_body",
    "respond_to_error",
    "respond_to_http_error",
    "respond_to_internal_error",
]
