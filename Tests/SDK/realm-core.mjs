// Realm Core, on which the SDKs for iOS, macOS, Android and .NET stand, by a driver of ours (realm-core/driver.cpp).

import { Pipe } from "./pipe.mjs";
import { password } from "./realm/person.mjs";
import { people } from "./realm/people.mjs";

/** The driver, whose errors speak as the web SDK's do. */
class Driver extends Pipe {
  clients = 0;

  async call(request) {
    const { value, error } = await super.call(request);
    if (error === undefined) return value;
    const { code, serverError = code, status: statusCode, text, link } = error;
    // A code that Core does not list is kept aside; where there is none it has a name for that.
    const errorCode = serverError === "AppUnknownError" ? undefined : serverError;
    throw Object.assign(new Error(`${code} ${statusCode} ${text}`), { statusCode, errorCode, error: text, link });
  }
}

/** A user as the web SDK has it. What is known of them is what the last call told. */
class User {
  constructor(app, known) { Object.assign(this, { app, known }); }
  get id() { return this.known.id; }
  get deviceId() { return this.known.deviceId; }
  get accessToken() { return this.known.accessToken; }
  get refreshToken() { return this.known.refreshToken; }
  get customData() { return this.known.customData ?? {}; }
  get profile() { return this.known.profile; }
  get identities() { return this.known.identities; }
  get state() {
    if (this.app.currentUser === this) return this.known.state;
    return this.app.removed.has(this) ? "removed" : "logged-out";
  }
  get isLoggedIn() { return this.state === "logged-in"; }
  async refreshCustomData() { await this.app.call("refresh"); await this.app.update(); }
  async logOut() { await this.app.call("logOut"); await this.app.update(); }
}

/** An app as the web SDK has it. */
class App {
  currentUser = null;
  removed = new Set();
  constructor(driver, id, url) {
    driver.clients += 1;
    const client = driver.clients;
    this.call = (call, ...args) => driver.call({ client, app: id, url, call, args });
  }

  emailPasswordAuth = {
    registerUser: ({ email, password }) => this.call("register", email, password),
    confirmUser: ({ token, tokenId }) => this.call("confirm", token, tokenId),
    resendConfirmationEmail: ({ email }) => this.call("resend", email),
    retryCustomConfirmation: ({ email }) => this.call("retry", email),
    sendResetPasswordEmail: ({ email }) => this.call("sendReset", email),
    resetPassword: ({ token, tokenId, password }) => this.call("reset", token, tokenId, password),
    callResetPasswordFunction: ({ email, password }, ...args) => this.call("callReset", email, password, args),
  };

  async logIn({ email, secret }) {
    this.currentUser = new User(this, await this.call("logIn", email, secret));
    return this.currentUser;
  }

  async deleteUser(user) {
    await this.call("delete");
    this.removed.add(user);
    await this.update();
  }

  /** Reads anew who is logged in. */
  async update() {
    const known = await this.call("user");
    if (known?.id === this.currentUser?.id) this.currentUser.known = known;
    else this.currentUser = known && new User(this, known);
  }
}

/** The journeys of Realm Core against a server; `path` is the driver. */
export async function realmCore(path, server) {
  const driver = new Driver(path);
  const { journeys } = people({
    server,
    app: (id, { url } = server) => new App(driver, id, url),
    credentials: (email, secret = password) => ({ email, secret }),
    call: (user, name) => user.app.call("callFunction", name),
    spoil: (user) => user.app.call("spoilAccessToken", `${user.accessToken.slice(0, -4)}AAAA`),
  });
  return { title: "realm-core", journeys };
}
