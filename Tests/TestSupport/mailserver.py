"""A mail server for tests. Says its port, and appends a line of JSON for each mail that it takes to FILE.

Addresses decide what becomes of their mail: nobody@… does not exist, full@… is full, relay@… is not ours, spam@… is refused
behind its content, and so is quote@…, in whose refusal the mail is repeated. Of slow@… the answer behind the mail takes as long
as `--slow` says. It ends with its standard input.
"""
import argparse
import asyncio
import email
import email.policy
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--tls", default="none")
parser.add_argument("--certificate", default="cert.pem")
parser.add_argument("--key", default="key.pem")
parser.add_argument("--user")
parser.add_argument("--password")
parser.add_argument("--delay", type=float, default=0)
parser.add_argument("--slow", type=float, default=0)
parser.add_argument("--greylist", type=int, default=0)
parser.add_argument("--drop", type=int, default=0)
parser.add_argument("--hello-delay", type=float, default=0)
parser.add_argument("--ascii", action="store_true")
options = parser.parse_args()


class Handler:
    def __init__(self):
        self.greylisted = {}
        self.dropped = 0

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        await asyncio.sleep(options.hello_delay)
        return responses

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        name = address.split("@")[0]
        if name == "nobody":
            return f"550 5.1.1 <{address}>: no such user"
        if name == "full":
            return "452 4.2.2 the mailbox is full"
        if name == "echo":
            return "451 4.3.0 your code 1234-5678 is in it"
        if name == "relay":
            return "554 5.7.1 relay access denied"
        seen = self.greylisted.get(address, 0)
        if seen < options.greylist:
            self.greylisted[address] = seen + 1
            return "451 4.7.1 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        await asyncio.sleep(options.slow if envelope.rcpt_tos[0].startswith("slow@") else options.delay)
        if envelope.rcpt_tos[0].startswith("spam@"):
            return "554 5.6.0 we do not like it"
        if envelope.rcpt_tos[0].startswith("quote@"):
            body = envelope.content.decode("utf-8").split("\r\n\r\n")[-1]
            return "554-5.6.0 we saw this before:\r\n554 5.6.0 " + " ".join(body.split())[:300]
        if envelope.smtp_utf8:
            mail = email.message_from_string(envelope.content.decode("utf-8"), policy=email.policy.default)
        else:
            mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = [part for part in mail.walk() if not part.is_multipart()]
        record = {
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "utf8": bool(envelope.smtp_utf8),
            "tls": server.transport.get_extra_info("ssl_object") is not None,
            "user": session.auth_data and session.auth_data.login.decode(), "hello": session.host_name,
            "peer": session.peer[1], "headers": {name.lower(): str(value) for name, value in mail.items()},
            "names": [name.lower() for name in mail.keys()],
            "parts": [[part.get_content_type(), part.get_content().replace("\r\n", "\n")] for part in parts],
            "defects": [str(defect) for part in mail.walk() for defect in part.defects]
            + [str(defect) for value in mail.values() for defect in getattr(value, "defects", [])],
            "raw": envelope.content.decode("utf-8"),
        }
        with open(options.file, "a") as file:
            file.write(json.dumps(record) + "\n")
        if self.dropped < options.drop:
            self.dropped += 1
            server.transport.abort()
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    name, password = data.login.decode(), data.password.decode()
    if (name, password) != (options.user, options.password):
        return AuthResult(success=False, handled=False)
    return AuthResult(success=True, auth_data=data)


async def main():
    context = None
    if options.tls != "none":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
    settings = {"enable_SMTPUTF8": not options.ascii, "hostname": "localhost"}
    if options.tls == "starttls":
        settings.update(require_starttls=True, tls_context=context)
    if options.user:
        settings.update(
            authenticator=authenticate, auth_required=True, auth_require_tls=options.tls == "starttls",
            auth_exclude_mechanism=["LOGIN"])
    handler = Handler()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(handler, **settings), "127.0.0.1", options.port, ssl=context if options.tls == "implicit" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


asyncio.run(main())
