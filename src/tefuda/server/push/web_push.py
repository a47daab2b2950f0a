"""Messages to browsers through a push service: encrypted for the browser (RFC 8291), signed by the server (RFC 8292).

The push service learns when a message is sent and to which browser, but nothing about its content: messages are padded
to one size.  This module does no I/O.
"""

from __future__ import annotations

import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES = 32  # private key
POINT_BYTES = 65  # public key
AUTH_BYTES = 16
SALT_BYTES = 16
RECORD_BYTES = 4096  # a message is one record
PADDED_BYTES = 1024  # content with its padding, the same for every message

_CURVE = ec.SECP256R1()


def new_key() -> bytes:
    """Return a new private key."""
    return ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(KEY_BYTES, "big")


def public_key(private: bytes) -> bytes:
    """Return the public key of a private one, as an uncompressed point."""
    return _point(_private(private))


def is_public_key(point: bytes) -> bool:
    """Whether this is a point of the curve, uncompressed."""
    try:
        return len(point) == POINT_BYTES and bool(ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point))
    except (ValueError, InvalidKey):
        return False


def encrypt(
    content: bytes,
    p256dh: bytes,
    auth: bytes,
    *,
    size: int = PADDED_BYTES,
    private: bytes | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a message for a browser with this public key and secret.

    The content is padded to `size` bytes; `private` and `salt` are random unless given.  Raises ValueError if the
    content is longer, or if the key is invalid.
    """
    if len(content) > size:
        raise ValueError(f"a message of {len(content)} bytes is longer than {size}")
    sender = _private(private or new_key())
    salt = salt or secrets.token_bytes(SALT_BYTES)
    own, theirs = _point(sender), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, p256dh)
    shared = _derived(sender.exchange(ec.ECDH(), theirs), auth, b"WebPush: info\0" + p256dh + own, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    padded = content + b"\x02" + bytes(size - len(content))
    head = salt + struct.pack(">IB", RECORD_BYTES, len(own)) + own
    return head + AESGCM(key).encrypt(nonce, padded, None)


def authorization(private: bytes, audience: str, contact: str, expires: int) -> str:
    """Return the Authorization header that identifies the server to a push service.

    `audience` is the origin of the push service, `contact` a mailto: or https: URL or "", `expires` in seconds since
    1970, at most a day from now.
    """
    claims = {"aud": audience, "exp": expires} | ({"sub": contact} if contact else {})
    signed = f"{_segment({'typ': 'JWT', 'alg': 'ES256'})}.{_segment(claims)}"
    r, s = decode_dss_signature(_private(private).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encoded(r.to_bytes(KEY_BYTES, "big") + s.to_bytes(KEY_BYTES, "big"))
    return f"vapid t={signed}.{signature}, k={encoded(public_key(private))}"


def encoded(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Return the bytes of a text in base64url, with or without padding; raises ValueError."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _segment(value: dict[str, Any]) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())


def _private(key: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(key, "big"), _CURVE)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    kind, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(kind, form)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
