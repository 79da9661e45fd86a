// The native window as a customer uses it: name the server, follow invitations, log in, quit, come back.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import {
  appLink,
  closeWindow,
  eventually,
  freePort,
  launchAgain,
  listInvited,
  mailedCode,
  openWindow,
  register,
  startDriver,
  startServer,
} from "./window.mjs";

const EMAIL = "customer@example.org";
const PASSWORD = "correct horse";

const NEWCOMER = "newcomer@example.org";
const PAY_PASSWORD = "battery staple";

/** The server that the customer comes from, and the one that a friend's invitation leads to. */
let server;
let theirs;
let driver;
let customer;
let friend;

before(async () => {
  [server, theirs] = await Promise.all([startServer(), startServer()]);
  driver = await startDriver();
  customer = await register(server, EMAIL, PASSWORD);
  friend = await register(theirs, "friend@example.org", PASSWORD);
});

after(async () => {
  await driver?.stop();
  await server?.stop();
  await theirs?.stop();
});

/** Runs a test with a window, and closes it whatever happens. */
async function withWindow(args, use, with_driver = driver) {
  const window = await openWindow(with_driver, ...args);
  try {
    await use(window);
  } finally {
    await closeWindow(window);
  }
}

const text = (window) => window.executeScript("return document.body.innerText");
const shows = (window, words) =>
  eventually(`"${words}"`, async () => (await text(window)).includes(words));
const route = async (window) => new URL(await window.getCurrentUrl()).hash;
const goTo = (window, path) => window.executeScript(`location.hash = "${path}"`);

/** The input with this label, as soon as it is there. */
function field(window, label) {
  return eventually(`the field "${label}"`, () =>
    window.executeScript(
      `return [...document.querySelectorAll("input")].find((input) =>
        [...input.labels].some((own) => own.innerText.trim() === arguments[0]))`,
      label,
    ),
  );
}

async function fill(window, label, value) {
  const input = await field(window, label);
  await input.clear();
  await input.sendKeys(value);
}

async function press(window, name) {
  let place;
  // Content above a button may still load: a person waits until the button stands still; so does this.
  const button = await eventually(`the button "${name}"`, async () => {
    const found = await window.executeScript(
      `return [...document.querySelectorAll("button")].find((one) =>
        one.innerText.trim() === arguments[0])`,
      name,
    );
    const [before, { x, y }] = [place, await found.getRect()];
    place = `${x} ${y}`;
    return place === before ? found : undefined;
  });
  await button.click();
}

/** Calls the shell as the UI does. */
async function shell(window, command, args = {}) {
  const [reply, refusal] = await window.executeAsyncScript(
    `const done = arguments[2];
     window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1]).then((reply) => done([reply]), (error) => done([null, error]))`,
    command,
    args,
  );
  assert.equal(refusal ?? null, null);
  return reply;
}

/** The data of a call to the window's server, as its customer. */
async function post(window, path, body) {
  const request = {
    method: "POST",
    path,
    headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
    body: { text: JSON.stringify(body) },
  };
  return JSON.parse((await shell(window, "api_request", { request })).body.text).data;
}

/** The server's id of the window's customer, or the error word. */
async function whoAmI(window) {
  const data = await post(window, "/api/user/info", {});
  return data.userLoginId ?? data.error;
}

const serverOf = (window) => shell(window, "server_address");

/** Waits for the window to begin anew at a server. */
const isAt = (window, { address }) =>
  eventually(`the move to ${address}`, async () => (await serverOf(window)) === address);

async function logIn(window) {
  await goTo(window, "/pages/auth/login");
  await fill(window, "User ID or e-mail", EMAIL);
  await fill(window, "Password", PASSWORD);
  await press(window, "Log in");
  await eventually("the login", async () => !(await route(window)).includes("/auth/login"));
}

test("the first start asks for a server, and says what is wrong with an address", async () => {
  await withWindow([], async (window) => {
    assert.equal(await serverOf(window), null);
    await fill(window, "Server address", "http://8.8.8.8");
    await press(window, "Continue");
    await shows(window, "an address must start with https://");
    await press(window, "Change address");
    await fill(window, "Server address", `http://127.0.0.1:${await freePort()}`);
    await press(window, "Continue");
    await shows(window, "The server didn't answer.");
    await press(window, "Change address");
    await fill(window, "Server address", server.address);
    await press(window, "Continue");
    await shows(window, `Join ${server.address}?`);
    await shows(window, "Not encrypted");
    await shows(window, "Paper trading");
    assert.equal(await serverOf(window), null, "nothing is joined without a press");
    await press(window, "Join");
    await isAt(window, server);
    await eventually("the home page", async () => (await text(window)).includes("Markets"));
  });
});

test("an invitation to this server opens the registration with its code", async () => {
  await withWindow([await appLink(server, "COLD42")], async (window) => {
    assert.equal(
      await (await field(window, "Invite code (optional)")).getAttribute("value"),
      "COLD42",
    );
    assert.match(await route(window), /^#\/pages\/auth\/register\?/);
  });
});

test("a link that arrives while the window is open reaches that window", async () => {
  await withWindow([], async (window) => {
    assert.equal(
      await launchAgain("plumbline://r/WARM42"),
      0,
      "the second start hands over and ends",
    );
    await eventually(
      "the invite code",
      async () =>
        (await (await field(window, "Invite code (optional)")).getAttribute("value")) === "WARM42",
    );
  });
});

test("prices move in the window, over the shell's push socket", async () => {
  await withWindow([], async (window) => {
    await goTo(window, "/pages/quote/stock?code=AAPL&name=Apple&source=0&market=UsStock");
    const prices = new Set();
    await eventually("three prices", async () => {
      const shown = await window.executeScript(
        'return document.querySelector(".text-display").innerText',
      );
      if (/^\d+\.\d+$/.test(shown)) prices.add(shown);
      return prices.size >= 3;
    });
  });
});

test("a customer who logs in and quits is still logged in after the next start", async () => {
  await withWindow([], async (window) => {
    assert.equal(await whoAmI(window), "session_required");
    await logIn(window);
    assert.equal(await whoAmI(window), customer.user.userLoginId);
  });
  await withWindow([], async (window) => {
    assert.equal(await whoAmI(window), customer.user.userLoginId);
    await goTo(window, "/pages/profile/index");
    await shows(window, customer.user.email);
  });
});

test("no token is within reach of JavaScript or in a plain file", async () => {
  await withWindow([], async (window) => {
    const kept = await window.executeScript(
      "return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
    );
    const settings = JSON.stringify(await shell(window, "settings_all"));
    for (const place of [kept, settings]) assert.doesNotMatch(place, /token|[A-Za-z0-9_-]{40,}/);
    assert.deepEqual(await shell(window, "session_status"), {
      loggedIn: true,
      storage: "keychain",
    });
  });
});

test("an invitation to another server is joined by a press, registers there, and trades", async () => {
  const invitation = await appLink(theirs, friend.user.inviteCode);
  await withWindow([invitation], async (window) => {
    await shows(window, `Join ${theirs.address}?`);
    await shows(window, friend.user.inviteCode);
    assert.equal(await serverOf(window), server.address);
    await press(window, "Join");
    await shows(window, `Leave ${server.address}?`);
    assert.equal(await serverOf(window), server.address, "a customer is asked twice");
    await press(window, "Switch");
    await isAt(window, theirs);
    await eventually(
      "the invite code",
      async () =>
        (await (await field(window, "Invite code (optional)")).getAttribute("value")) ===
        friend.user.inviteCode,
    );
    assert.equal(await whoAmI(window), "session_required", "no session came along");
    await fill(window, "E-mail", NEWCOMER);
    await press(window, "Send code");
    await fill(window, "Verification code", await mailedCode(theirs, NEWCOMER));
    await fill(window, "Password", PASSWORD);
    await fill(window, "Confirm password", PASSWORD);
    await press(window, "Open account");
    await shows(window, "Your account is open");
    assert.match(await whoAmI(window), /^\d+$/);
    await trade(window);
    await goTo(window, "/pages/trade/index");
    await shows(window, "AAPL");
  });
  const invited = await listInvited(theirs, friend);
  assert.equal(invited.length, 1, "the friend's server knows who invited whom");
  assert.equal((await listInvited(server, customer)).length, 0);
});

/** Buys a share with the newcomer's paper money. */
async function trade(window) {
  await post(window, "/settingPayPassword", { payPassword: PAY_PASSWORD, password: PASSWORD });
  await post(window, "/recharge/create", { channel: "fiat", currency: "USD", amount: "100000" });
  const transfer = { from: "BALANCE", to: "STOCK", amount: "50000", payPassword: PAY_PASSWORD };
  // The paper server reviews a deposit in its own time.
  await eventually(
    "the deposit",
    async () => !(await post(window, "/wallet/transfer", transfer)).error,
  );
  const order = { stockCode: "AAPL", direction: 0, orderType: 0, quantity: "3" };
  assert.equal((await post(window, "/stock/create", order)).error, undefined);
}

test("the session at the server before is there again after the way back", async () => {
  await withWindow([], async (window) => {
    assert.equal(await serverOf(window), theirs.address);
    await goTo(window, "/pages/setting/index");
    await press(window, `Change server\n${theirs.address}`);
    await fill(window, "Server address", server.address);
    await press(window, "Continue");
    await press(window, "Join");
    await press(window, "Switch");
    await isAt(window, server);
    // A call does not outlive the page, which begins anew.
    await eventually(
      "the session",
      async () => (await whoAmI(window)) === customer.user.userLoginId,
    );
  });
});

test("a customer who logs out stays logged out", async () => {
  await withWindow([], async (window) => {
    await goTo(window, "/pages/profile/index");
    await shows(window, customer.user.email);
    await goTo(window, "/pages/setting/index");
    await press(window, "Log out");
    await eventually("the logout", async () => (await whoAmI(window)) === "session_required");
  });
  await withWindow([], async (window) => assert.equal(await whoAmI(window), "session_required"));
});

test("without a keychain the session ends with the run, and the customer is told", async () => {
  const bare = await startDriver({ DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" });
  try {
    await withWindow(
      [],
      async (window) => {
        await logIn(window);
        assert.equal(await whoAmI(window), customer.user.userLoginId);
        assert.deepEqual(await shell(window, "session_status"), {
          loggedIn: true,
          storage: "memory",
        });
        await goTo(window, "/pages/profile/index");
        await shows(window, "until you close");
      },
      bare,
    );
    await withWindow(
      [],
      async (window) => assert.equal(await whoAmI(window), "session_required"),
      bare,
    );
  } finally {
    await bare.stop();
  }
});
