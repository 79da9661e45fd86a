// The native window as a customer uses it: choose the server, log in, quit, come back, follow invitations.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  closeWindow,
  eventually,
  launchAgain,
  openWindow,
  register,
  startDriver,
  startServer,
} from "./window.mjs";

const EMAIL = "customer@example.org";
const PASSWORD = "correct horse";

let server;
let driver;
let customer;

before(async () => {
  server = await startServer();
  driver = await startDriver();
  customer = await register(server, EMAIL, PASSWORD);
});

after(async () => {
  await driver?.stop();
  await server?.stop();
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

/** The server's id of the window's customer, or the error word. */
async function whoAmI(window) {
  const request = {
    method: "POST",
    path: "/api/user/info",
    headers: { "content-type": "application/json" },
    body: { text: "{}" },
  };
  const { data } = JSON.parse((await shell(window, "api_request", { request })).body.text);
  return data.userLoginId ?? data.error;
}

async function logIn(window) {
  await goTo(window, "/pages/auth/login");
  await fill(window, "User ID or e-mail", EMAIL);
  await fill(window, "Password", PASSWORD);
  await press(window, "Log in");
  await eventually("the login", async () => !(await route(window)).includes("/auth/login"));
}

test("the customer chooses the server in the settings", async () => {
  await withWindow([], async (window) => {
    await goTo(window, "/pages/setting/index");
    await fill(window, "Server address", server.address);
    await press(window, "Save");
    await eventually(
      "the change",
      async () => (await shell(window, "server_address")) === server.address,
    );
  });
});

test("a link that starts the window opens the registration with the invite code", async () => {
  await withWindow(["plumbline://r/COLD42"], async (window) => {
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
