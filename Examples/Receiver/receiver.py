#!/usr/bin/env python3
"""A web hook: it answers a tenant's function, and believes nobody but the server that has its key.

    receiver.py --url https://hooks.example.com/confirm --keys FILE [--listen 127.0.0.1:9000]

URL is the address as the tenant's flows name it: requests are signed for that one. FILE has a key a line, the newest first;
while one takes the place of another it has both. `verify` is what to take over into a program of your own: it needs nothing
but Python, and follows RFC 9421 (HTTP Message Signatures) and RFC 9530 (Content-Digest).
"""
import argparse, base64, binascii, hashlib, hmac, json, re, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# For how many seconds a request may be good, and how far two clocks may be apart.
WINDOW, SKEW = 600, 60
LARGEST = 1 << 20

# One member of the header, as the server writes it: components in quotes, then parameters.
MEMBER = re.compile(r'(?:^|,)\s*usher=(\(((?:"[a-z@-]+" ?)+)\)((?:;[a-z]+=(?:\d+|"[^"]*"))+))')
VALUE = re.compile(r"(?:^|,)\s*usher=:([A-Za-z0-9+/=]+):")
DIGEST = re.compile(r"(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):")


class Refused(Exception):
    """Why a request is not believed."""


class Nonces:
    """The nonces of requests that are still in their time: each request is believed once."""

    def __init__(self):
        self.known, self.lock = {}, threading.Lock()

    def take(self, nonce, expires, now):
        with self.lock:
            self.known = {other: end for other, end in self.known.items() if end >= now}
            if nonce in self.known:
                return False
            self.known[nonce] = expires
            return True


def read_keys(path):
    """The keys of a file, which is read for each request, so that a new one needs no new start."""
    with open(path, "rb") as file:
        return [line for line in re.split(rb"[\r\n]+", file.read()) if line]


def key_id(key):
    return hmac.new(key, b"usher-key-id", hashlib.sha256).hexdigest()[:16]


def verify(method, url, headers, body, keys, nonces, now):
    """Raises Refused unless a holder of one of the keys has signed this very request, lately. `headers` has lower-case names."""
    inputs = MEMBER.search(headers.get("signature-input", ""))
    value = VALUE.search(headers.get("signature", ""))
    if not inputs or not value:
        raise Refused("it is not signed")
    components = re.findall(r'"([^"]+)"', inputs[2])
    numbers = {name: int(number) for name, number in re.findall(r";([a-z]+)=(\d+)", inputs[3])}
    texts = dict(re.findall(r';([a-z]+)="([^"]*)"', inputs[3]))

    # All that decides what the request does is signed, or it could be another request.
    needed = {"@method", "@target-uri", "content-type", "content-digest"}
    if "idempotency-key" in headers:
        needed.add("idempotency-key")
    if not needed <= set(components) or len(set(components)) != len(components):
        raise Refused("the signature leaves something out")
    if texts.get("alg") != "hmac-sha256" or texts.get("tag") != "usher-function" or not texts.get("nonce"):
        raise Refused("the signature is for something else")
    created, expires = numbers.get("created"), numbers.get("expires")
    if created is None or expires is None or expires - created > WINDOW:
        raise Refused("the signature has no time, or too long a one")
    if now > expires or created > now + SKEW:
        raise Refused("the request is too old, or of the future")

    lines = []
    for name in components:
        if name == "@method":
            known = method
        elif name == "@target-uri":
            known = url
        else:
            known = headers.get(name)
        if known is None or name.startswith("@") and name not in needed:
            raise Refused("something is signed that is not there")
        lines.append(f'"{name}": {known.strip()}')
    base = "\n".join(lines + [f'"@signature-params": {inputs[1]}']).encode()
    try:
        code = base64.b64decode(value[1], validate=True)
        digest = DIGEST.search(headers.get("content-digest", ""))
        content = base64.b64decode(digest[1], validate=True) if digest else b""
    except binascii.Error:
        raise Refused("the signature is no base64") from None
    named = [key for key in keys if key_id(key) == texts.get("keyid")]
    if not named:
        raise Refused("it is signed with a key that is not known here")
    if not any(hmac.compare_digest(hmac.new(key, base, hashlib.sha256).digest(), code) for key in named):
        raise Refused("the signature does not fit")
    if not hmac.compare_digest(hashlib.sha256(body).digest(), content):
        raise Refused("the body is another one")
    # Last, so that nobody else uses a nonce up.
    if not nonces.take(texts["nonce"], expires, now):
        raise Refused("it was here before")


def decide(request):
    """What this function is for. A stand-in: the address says what to answer."""
    email = request.get("attributes", request).get("email", "")
    return "fail" if str(email).startswith("fail") else "success"


def handler(options, nonces):
    class Hook(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            try:
                length = int(self.headers.get("Content-Length", ""))
            except ValueError:
                length = -1
            if not 0 <= length <= LARGEST:
                self.close_connection = True
                return self.answer(413, {"error": "a body of up to 1 MiB, with its length"})
            body = self.rfile.read(length)
            headers = {}
            for name, text in self.headers.items():
                # Several of one name are one, as RFC 9421, 2.1, has it.
                name = name.lower()
                headers[name] = f"{headers[name]}, {text}" if name in headers else text
            try:
                verify("POST", options.url, headers, body, read_keys(options.keys), nonces, int(time.time()))
                request = json.loads(body)
            except Refused as reason:
                return self.answer(401, {"error": str(reason)})
            except ValueError:
                return self.answer(400, {"error": "this is no JSON"})
            self.answer(200, {"status": decide(request)})

        def answer(self, status, content):
            text = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *words):
            pass

    return Hook


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", required=True, help="the address as the tenant's flows name it")
    parser.add_argument("--keys", required=True, help="a file with a key a line, the newest first")
    parser.add_argument("--listen", default="127.0.0.1:9000", help="where to listen; the default is 127.0.0.1:9000")
    options = parser.parse_args()
    host, port = options.listen.rsplit(":", 1)
    server = ThreadingHTTPServer((host, int(port)), handler(options, Nonces()))
    print(f"receiving at {host}:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
