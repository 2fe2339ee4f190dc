// As much of a browser as the SDKs ask for: storage, a location, and a `fetch` that keeps the CORS rules.

const page = new URL("https://app.example.com/");
const safelisted = new Set(["accept", "accept-language", "content-language", "range"]);
const simpleTypes = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
const readable = [
  "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
];

class MemoryStorage {
  #items = new Map();
  get length() { return this.#items.size; }
  key(index) { return [...this.#items.keys()][index] ?? null; }
  getItem(key) { return this.#items.get(String(key)) ?? null; }
  setItem(key, value) { this.#items.set(String(key), String(value)); }
  removeItem(key) { this.#items.delete(String(key)); }
  clear() { this.#items.clear(); }
}

/** The values of a header that lists names, in lower case. */
const names = (response, header) =>
  (response.headers.get(header) ?? "").split(",").map((name) => name.trim().toLowerCase()).filter(Boolean);

/** Whether browsers ask before they send this (Fetch Standard, CORS-preflight request). */
function asked(request) {
  const headers = [...request.headers.keys()].filter((name) => !safelisted.has(name))
    .filter((name) => name !== "content-type" || !simpleTypes.includes(request.headers.get(name).split(";")[0]));
  return { headers, needed: headers.length > 0 || !["GET", "HEAD", "POST"].includes(request.method) };
}

/** `fetch` of a page at another origin than the server's: what CORS does not allow fails, as in a browser. */
function crossOrigin(send) {
  return async (input, init) => {
    const request = new Request(input, init);
    const { headers, needed } = asked(request);
    if (needed) {
      const permission = await send(request.url, {
        method: "OPTIONS",
        headers: {
          origin: page.origin,
          "access-control-request-method": request.method,
          "access-control-request-headers": headers.join(","),
        },
      });
      const refused = headers.filter((name) => !names(permission, "access-control-allow-headers").includes(name));
      if (!permission.ok || refused.length > 0) {
        throw new TypeError(`CORS: the preflight of ${request.url} refuses ${refused.join(", ") || "it all"}`);
      }
    }
    request.headers.set("origin", page.origin);
    const response = await send(request);
    if (!["*", page.origin].includes(response.headers.get("access-control-allow-origin"))) {
      throw new TypeError(`CORS: ${request.url} may not be read`);
    }
    const exposed = [...readable, ...names(response, "access-control-expose-headers")];
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, {
      status: response.status,
      headers: [...response.headers].filter(([name]) => exposed.includes(name)),
    });
  };
}

/** Makes this process a page's, as far as the SDKs look. */
export function becomeBrowser() {
  const events = new EventTarget();
  const globals = {
    window: globalThis,
    self: globalThis,
    parent: globalThis,
    location: page,
    history: { replaceState() {} },
    document: { cookie: "", addEventListener() {}, removeEventListener() {}, visibilityState: "visible" },
    navigator: { userAgent: "Mozilla/5.0 Chrome/140.0.0.0", language: "en" },
    sessionStorage: new MemoryStorage(),
    localStorage: new MemoryStorage(),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    fetch: crossOrigin(globalThis.fetch),
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
