"""Calls of the HTTP API: admission, errors and JSON, around the methods that answer them.

Every request is checked and charged here before it is answered; every exception becomes an answer in the client's
language.  `protocol/endpoints.py` lists the endpoints.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tefuda.server.admission import Guard
from tefuda.server.errors import ServerError
from tefuda.server.metrics import Metrics
from tefuda.server.protocol.endpoints import Endpoint
from tefuda.server.request_parsing import language_of, read_body
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import Guest
from tefuda.server.tables.log_replay import TimeSlices
from tefuda.server.web.cookies import GuestCookies, delete_cookie, is_secure, renewed_token, set_cookie
from tefuda.table.entries import Refused

# endpoint -> rate limit tokens; 1 for others
REQUEST_COSTS = {
    "record": 4,
    "full_record": 4,
    "picture": 10,
    "export": 20,
    "delete": 20,
    "check": 30,
    "check_replay": 30,
}
RETRY_HEADERS = {"Connection": "close", "Retry-After": "1"}  # for clients over a limit

Handler = Callable[[Request], Awaitable[Response]]


class ApiCall:
    """A call of an endpoint: the request with its guest, decoded body and language."""

    def __init__(self, request: Request, guest: Guest | None, body: Any) -> None:
        self.request, self.guest, self.body = request, guest, body
        self.language = language_of(request)
        self.token: str | None = None  # cookie to set, of a guest created by this request; "": delete the cookie

    @property
    def id(self) -> str:
        """The table or game in the path."""
        return str(self.request.path_params["id"])

    @property
    def invitation(self) -> str:
        return self.request.query_params.get("invitation", "")

    @property
    def share(self) -> str:
        """The token of a link to a finished game."""
        return self.request.query_params.get("share", "")

    def required_guest(self) -> Guest:
        """Return the guest; raises ServerError if there is none."""
        if self.guest is None:
            raise ServerError("no-such-guest")
        return self.guest


Answer = Callable[[ApiCall], Awaitable[object]]  # returns a `Response`, or a value that is sent as JSON


class Api:
    """What all requests have in common."""

    def __init__(self, guard: Guard, cookies: GuestCookies, metrics: Metrics) -> None:
        self._guard, self._cookies, self._metrics = guard, cookies, metrics
        self._time_slices = TimeSlices()  # of many concurrent requests, one starts per iteration of the event loop
        self.refusing = False  # refuses POST requests, as another process takes over

    def endpoint(self, endpoint: Endpoint, answer: Answer) -> Handler:
        """Return the handler of an endpoint."""
        decode = None if endpoint.body is None else msgspec.json.Decoder(endpoint.body).decode

        async def handle(request: Request) -> Response:
            if self.refusing and endpoint.method == "POST":
                raise ServerError("restarting")
            cost = REQUEST_COSTS.get(endpoint.name, 1)
            self._guard.charge_address(request, cost)
            guest = await self._cookies.guest(request)
            self._guard.charge_guest(guest, cost)
            body = None if decode is None else await read_body(request, decode, endpoint.most)
            call = ApiCall(request, guest, body)
            try:
                result = await answer(call)
            except Exception as error:
                if not call.token:
                    raise
                result = self._error_response(request, error)  # with the cookie: the next request is of the same guest
            response = result if isinstance(result, Response) else json_response(result)
            if call.token is None and guest is not None:
                call.token = renewed_token(request)
            if call.token == "":
                delete_cookie(response, secure=is_secure(request))
            elif call.token is not None:
                set_cookie(response, call.token, secure=is_secure(request))
            return response

        return self.page(handle)

    def page(self, work: Handler) -> Handler:
        """Return the handler of a page, or of another request without a guest."""

        async def handle(request: Request) -> Response:
            try:
                await self.turn()
                self._guard.check_host(request)
                return await work(request)
            except Exception as error:
                return self._error_response(request, error)

        return handle

    async def turn(self) -> None:
        """Wait until a request may start."""
        await self._time_slices.turn()

    def as_server_error(self, error: Exception, path: str) -> ServerError:
        """Return the error to report for an exception; logs unexpected ones."""
        if isinstance(error, ServerError):
            return error
        if isinstance(error, Refused) and error.reason:
            return ServerError(error.reason)
        if isinstance(error, StoreError):
            self._metrics.count_store_error(error)
            return ServerError("store-error")
        self._metrics.count_exception(error, path)
        return ServerError("internal-error")

    def _error_response(self, request: Request, error: Exception) -> Response:
        server_error = self.as_server_error(error, request.url.path)
        answer = json_response(server_error.to_message(language_of(request)), server_error.status)
        if server_error.id in ("too-fast", "busy", "restarting"):
            answer.headers.update(RETRY_HEADERS)
        return answer


def json_response(value: object, status: int = 200) -> Response:
    """Return a JSON response that clients must not cache."""
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


async def unknown_route(request: Request, error: HTTPException) -> Response:
    """Answer a request for an unknown path or with a wrong method."""
    server_error = ServerError("no-such-page")
    if error.status_code == 405:
        server_error = ServerError("other-method", method=request.method[:20])
    return json_response(server_error.to_message(language_of(request)), error.status_code)
