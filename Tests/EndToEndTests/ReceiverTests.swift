import FlowJSON
import Glibc
import TestSupport
import Testing

/// The receivers of `Examples/Receiver` believe the server's requests, and no other.
@Suite struct ReceiverTests {
  private let scene: ServingScene
  private var folder: TemporaryFolder { scene.folder }
  private static let keys = (old: String(repeating: "old key ", count: 4), new: String(repeating: "new key ", count: 4))

  init() throws { scene = try ServingScene() }

  enum Kind: String, CaseIterable, Sendable { case python, swift }

  /// A receiver of the requests to a URL, with the keys of the folder's file `keys`; its port.
  private func receiver(_ kind: Kind, _ url: String) throws -> (process: pid_t, port: String) {
    let file = open(folder.path + "/said", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    let program =
      kind == .python ? Repository.root + "/Examples/Receiver/receiver.py" : Repository.program("receiver-example")
    let words =
      kind == .python
      ? ["/usr/bin/python3", program, "--url", url, "--keys", "keys", "--listen", "127.0.0.1:0"]
      : [program, url, "keys", "127.0.0.1:0"]
    let process = try start(
      words[0], Array(words.dropFirst()), environment: [:], folder: folder.path, .descriptors([0, file, 2]))
    let said = try scene.wait(for: "said")
    return (process, String(said.filter { $0 != "\n" }.split(separator: ":").last ?? ""))
  }

  private func stop(_ process: pid_t) {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  @Test(arguments: Kind.allCases)
  func `a tenant's function answers, also while its key is being changed`(_ kind: Kind) throws {
    // Its port is known before its URL is: the URL that is signed is another one's, which leads there.
    folder.write("keys", Self.keys.old + "\n")
    let first = try receiver(kind, "http://127.0.0.1:1/join")
    stop(first.process)
    let url = "http://127.0.0.1:\(first.port)/join"
    let words =
      kind == .python
      ? [
        "/usr/bin/python3", Repository.root + "/Examples/Receiver/receiver.py", "--url", url, "--keys", "keys",
        "--listen",
        "127.0.0.1:\(first.port)",
      ] : [Repository.program("receiver-example"), url, "keys", "127.0.0.1:\(first.port)"]
    folder.write("said", "")
    let output = open(folder.path + "/said", O_RDWR | O_TRUNC | O_CLOEXEC)
    let process = try start(
      words[0], Array(words.dropFirst()), environment: [:], folder: folder.path, .descriptors([0, output, 2]))
    close(output)
    defer { stop(process) }
    #expect(try scene.wait(for: "said").hasPrefix("receiving at"))

    scene.write("club", function: "url: \"\(url)\", secret: file:hook")
    func share(_ text: String) {
      folder.write("secrets/club/hook", text)
      chmod(folder.path + "/secrets/club/hook", 0o600)
    }
    share(Self.keys.old + "\n")
    let (server, address) = try scene.serve(
      ["flows"], ["--allow-hosts", "http://127.0.0.1:\(first.port)", "--secrets", "secrets"])
    func answers(_ email: String = "ada@example.com") throws -> Bool {
      try scene.join(address, "club", email).text("end", "name") == "done"
    }
    #expect(try answers())
    #expect(try !answers("fail@example.com"))
    // The receiver first, then the server, neither of which starts anew; at last the old key goes.
    folder.write("keys", Self.keys.new + "\n" + Self.keys.old + "\n")
    #expect(try answers())
    share(Self.keys.new + "\n" + Self.keys.old + "\n")
    #expect(try answers())
    folder.write("keys", Self.keys.new + "\n")
    #expect(try answers())
    share(Self.keys.old + "\n")
    #expect(try !answers())
    try scene.log("answered with HTTP status 401")
    try scene.end(server)
  }

  @Test(arguments: Kind.allCases)
  func `a request is believed once, and as it was made`(_ kind: Kind) throws {
    let listener = try HookListener()
    let url = "http://127.0.0.1:\(listener.port)/join?a=1"
    folder.write("keys", "\(Self.keys.new)\n\(Self.keys.old)\n")
    folder.write("secrets/club/hook", Self.keys.new + "\n")
    chmod(folder.path + "/secrets/club/hook", 0o600)
    scene.write("club", function: "url: \"\(url)\", secret: file:hook")
    let (server, address) = try scene.serve(
      ["flows"], ["--allow-hosts", "http://127.0.0.1", "--secrets", "secrets"])
    let client = try start(
      "/usr/bin/curl",
      ["-s", address + "/v1/tenants/club/flows/join/runs", "--json", #"{"email":"a@b.example"}"#, "-o", "/dev/null"],
      environment: [:], folder: folder.path, .descriptors([0, 1, 2]))
    let request = try listener.answer(status: "200 OK", #"{"status":"success"}"#)
    try wait(client)
    try scene.end(server)
    folder.write("request", request)

    let (process, port) = try receiver(kind, url)
    defer { stop(process) }
    let (other, otherPort) = try receiver(kind, "http://127.0.0.1:\(listener.port)/join")
    defer { stop(other) }
    let result = try run("/usr/bin/python3", ["-c", Self.attacks, port, otherPort, "request"], folder: folder.path)
    #expect(result.output == "all as they should be\n", "\(result.output)\(result.errors)")
  }

  /// Sends the request as it is, changed, late and early, and signed by others. It signs by itself, in its own way.
  private static let attacks = #"""
    import base64, hashlib, hmac, pathlib, re, socket, sys, time
    port, elsewhere = int(sys.argv[1]), int(sys.argv[2])
    head, body = pathlib.Path(sys.argv[3]).read_bytes().split(b"\r\n\r\n", 1)
    lines = head.decode().split("\r\n")
    captured = [tuple(line.split(": ", 1)) for line in lines[1:]]
    keys = pathlib.Path("keys").read_bytes().split(b"\n")
    wrong = []

    def send(headers, body=body, to=port, method="POST"):
        text = "".join(f"{name}: {value}\r\n" for name, value in headers if name.lower() != "content-length")
        text = f"{method} /join?a=1 HTTP/1.1\r\n{text}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        with socket.create_connection(("127.0.0.1", to), timeout=20) as connection:
            connection.sendall(text.encode() + body)
            answer = b""
            while part := connection.recv(65536):
                answer += part
        return int(answer.split(b" ")[1])

    def expect(what, status, *words, **options):
        found = send(*words, **options)
        if found != status:
            wrong.append(f"{what}: {found} and not {status}")

    def change(name, pattern, text):
        return [(key, re.sub(pattern, text, value) if key.lower() == name else value) for key, value in captured]

    def without(name):
        return [(key, value) for key, value in captured if key.lower() != name]

    count = [0]
    def signed(key=keys[0], age=0, life=300, tag="usher-function", alg="hmac-sha256", nonce=None, body=body, url=None,
               names=("@method", "@target-uri", "content-type", "content-digest", "idempotency-key"), keyid=None):
        count[0] += 1
        host = dict(captured)["Host"]
        digest = "sha-256=:" + base64.b64encode(hashlib.sha256(body).digest()).decode() + ":"
        values = {"@method": "POST", "@target-uri": url or f"http://{host}/join?a=1", "content-type": "application/json",
                  "content-digest": digest, "idempotency-key": "one"}
        created = int(time.time()) - age
        keyid = keyid or hmac.new(key, b"usher-key-id", "sha256").hexdigest()[:16]
        nonce = nonce or f"n{count[0]}"
        inner = "(" + " ".join(f'"{name}"' for name in names) + ")"
        inner += f';created={created};expires={created + life};nonce="{nonce}";keyid="{keyid}";alg="{alg}";tag="{tag}"'
        base = "".join(f'"{name}": {values[name]}\n' for name in names) + f'"@signature-params": {inner}'
        code = base64.b64encode(hmac.new(key, base.encode(), "sha256").digest()).decode()
        return [("Host", host), ("Content-Type", "application/json"), ("Content-Digest", digest), ("Idempotency-Key", "one"),
                ("Signature-Input", f"usher={inner}"), ("Signature", f"usher=:{code}:")]

    # What was captured, and changes of it. None of these uses its nonce up.
    expect("another body", 401, captured, body=body.replace(b"a@b", b"x@b"))
    expect("another body with its digest", 401, [(k, v) if k != "Content-Digest" else
      (k, "sha-256=:" + base64.b64encode(hashlib.sha256(b"{}").digest()).decode() + ":") for k, v in captured], body=b"{}")
    expect("another id", 401, change("idempotency-key", r"^.", "x"))
    expect("no id", 401, without("idempotency-key"))
    expect("another type", 401, change("content-type", "json", "jsom"))
    expect("a later end", 401, change("signature-input", r"expires=(\d+)", r"expires=9\1"))
    expect("another nonce", 401, change("signature-input", 'nonce="', 'nonce="x'))
    expect("another method signed", 401, change("signature-input", '"@method" ', ""))
    expect("no signature", 401, without("signature"))
    expect("no input", 401, without("signature-input"))
    expect("no digest", 401, without("content-digest"))
    expect("an empty signature", 401, change("signature", r":.*:", "::"))
    expect("a signature that is no base64", 401, change("signature", r":.*:", ":####:"))
    expect("sent to another address", 401, captured, to=elsewhere)
    expect("as it was made", 200, captured)
    expect("again", 401, captured)
    # What others could sign.
    expect("the newest key", 200, signed())
    expect("the older key", 200, signed(key=keys[1]))
    expect("a stranger's key", 401, signed(key=b"x" * 32))
    expect("a stranger's key under our name", 401, signed(key=b"x" * 32, keyid=hmac.new(keys[0], b"usher-key-id", "sha256").hexdigest()[:16]))
    expect("a little old", 200, signed(age=200))
    expect("too old", 401, signed(age=302))
    expect("a clock that is a little ahead", 200, signed(age=-30))
    expect("of the future", 401, signed(age=-200))
    expect("good for ever", 401, signed(life=100000))
    expect("for another use", 401, signed(tag="something-else"))
    expect("another algorithm", 401, signed(alg="none"))
    expect("for another address", 401, signed(url="http://127.0.0.1/other"))
    for left in ("@method", "@target-uri", "content-type", "content-digest", "idempotency-key"):
        rest = tuple(name for name in ("@method", "@target-uri", "content-type", "content-digest", "idempotency-key") if name != left)
        expect("without " + left, 401, signed(names=rest))
    expect("a nonce", 200, signed(nonce="same"))
    expect("the nonce again", 401, signed(nonce="same"))
    print("\n".join(wrong) or "all as they should be")
    """#
}
