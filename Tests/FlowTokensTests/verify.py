"""Verifies tokens with PyJWT: {"jwks", "secret", "tokens": [{"alg", "token", "claims", "thumbprint"}]} on stdin."""

import base64
import hashlib
import json
import sys

import jwt


def thumbprint(key):
    members = {"EC": ["crv", "kty", "x", "y"], "OKP": ["crv", "kty", "x"], "RSA": ["e", "kty", "n"]}[key["kty"]]
    text = json.dumps({name: key[name] for name in members}, separators=(",", ":"), sort_keys=True)
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


given = json.load(sys.stdin)
for key in given["jwks"]["keys"]:
    assert key["kid"] == thumbprint(key)
keys = jwt.PyJWKSet.from_dict(given["jwks"])
secret = base64.urlsafe_b64decode(given["secret"] + "==")


def decode(entry, token, **expected):
    key = secret if entry["alg"] == "HS256" else keys[jwt.get_unverified_header(token)["kid"]].key
    expected = {"audience": "web", "issuer": "https://a", **expected}
    required = {"require": ["exp", "iat", "nbf", "iss", "aud", "sub"]}
    return jwt.decode(token, key, algorithms=[entry["alg"]], options=required, **expected)


def refuses(entry, token, **expected):
    try:
        decode(entry, token, **expected)
    except jwt.InvalidTokenError:
        return True
    return False


for entry in given["tokens"]:
    token = entry["token"]
    header = jwt.get_unverified_header(token)
    assert header == {"alg": entry["alg"], "typ": "JWT", "kid": entry["thumbprint"]}, header
    assert decode(entry, token) == entry["claims"]
    head, body, signature = token.split(".")
    middle = len(signature) // 2
    changed = signature[:middle] + ("A" if signature[middle] != "A" else "B") + signature[middle + 1 :]
    assert refuses(entry, ".".join([head, body, changed]))
    assert refuses(entry, token, audience="other")
    assert refuses(entry, token, issuer="https://b")

print(len(given["tokens"]), "tokens verified")
