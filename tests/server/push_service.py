"""A push service and the browsers that subscribe with it, for tests: it decrypts what it gets, as a browser would."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import ssl
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from harness.server.doubles import eventually
from tefuda.server.push.web_push import decoded, encoded


class Pushed(NamedTuple):
    """A message that has arrived."""

    browser: int
    content: dict[str, Any]
    headers: dict[str, str]  # names in small letters
    claims: dict[str, Any]  # of the server
    size: int  # of the encrypted body


class Browser:
    """A browser with a subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)

    def subscription(self, language: str = "en") -> dict[str, Any]:
        """Return the body of a request that subscribes."""
        keys = {"p256dh": encoded(_point(self._key.public_key())), "auth": encoded(self._auth)}
        return {"endpoint": self.endpoint, "keys": keys, "language": language}

    def decrypt(self, body: bytes) -> bytes:
        """Return the content of a message (RFC 8291), written independently of the server's side."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + _point(self._key.public_key()) + sender
        secret = _expand(_mac(self._auth, shared), info, 32)
        random = _mac(salt, secret)
        key, nonce = (
            _expand(random, b"Content-Encoding: aes128gcm\0", 16),
            _expand(random, b"Content-Encoding: nonce\0", 12),
        )
        content, delimiter, _ = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert delimiter
        return content


class PushService:
    """A push service at this machine."""

    def __init__(self) -> None:
        self.origin = ""
        self.browsers: list[Browser] = []
        self.requests = 0
        self.pushed: list[Pushed] = []
        self.status = 201
        self.answers = True  # False: takes requests and never answers

    def browser(self) -> Browser:
        """Return a new browser."""
        self.browsers.append(Browser(f"{self.origin}/to/{len(self.browsers)}"))
        return self.browsers[-1]

    async def arrived(self, number: int) -> list[Pushed]:
        """Wait until this many messages have arrived, and return them."""
        await eventually(lambda: len(self.pushed) >= number)
        return self.pushed

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            line, *rest = head.strip().split("\r\n")
            headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in rest)}
            body = await reader.readexactly(int(headers["content-length"]))
            self.requests += 1
            if not self.answers:
                await reader.read()
            elif self.status < 300:
                self.pushed.append(self._opened(line, headers, body))
            writer.write(
                f"HTTP/1.1 {self.status} As Told\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n".encode()
            )
            await writer.drain()
        writer.close()

    def _opened(self, line: str, headers: dict[str, str], body: bytes) -> Pushed:
        method, target, _ = line.split(" ")
        assert (method, headers["content-encoding"]) == ("POST", "aes128gcm")
        number = int(target.rpartition("/")[2])
        content = json.loads(self.browsers[number].decrypt(body))
        return Pushed(number, content, headers, claims_of(headers["authorization"], self.origin), len(body))


def claims_of(authorization: str, origin: str) -> dict[str, Any]:
    """Return what the server says of itself (RFC 8292), once its signature is checked."""
    fields = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    signed, _, signature = fields["t"].rpartition(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    r, s = (int.from_bytes(part, "big") for part in (decoded(signature)[:32], decoded(signature)[32:]))
    try:
        key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise AssertionError("the server's signature is wrong") from None
    claims: dict[str, Any] = json.loads(decoded(signed.partition(".")[2]))
    assert claims["aud"] == origin
    return claims | {"key": fields["k"]}


@contextlib.asynccontextmanager
async def push_service(tls: ssl.SSLContext | None = None) -> AsyncIterator[PushService]:
    """Run a push service."""
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    service.origin = f"https://localhost:{port}" if tls else f"http://127.0.0.1:{port}"
    try:
        yield service
    finally:
        server.close()


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _mac(key: bytes, data: bytes) -> bytes:
    mac = HMAC(key, hashes.SHA256())
    mac.update(data)
    return mac.finalize()


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return HKDFExpand(hashes.SHA256(), length, info).derive(key)
