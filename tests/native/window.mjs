// Starts the server and the native window for a test, and ends them.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Builder, Capabilities } from "selenium-webdriver";

/** The name that the single-instance plugin makes of the identifier in tauri.conf.json. */
const BUS_NAME = "org.plumbline.client.SingleInstance";
const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";

/** A TCP port on which nobody listens. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Repeats an action until its result is true. */
export async function eventually(what, action, seconds = 20) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const result = await action().catch(() => undefined);
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function stopper(child) {
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
}

/** A server with an empty data folder. */
export async function startServer() {
  const address = `http://127.0.0.1:${await freePort()}`;
  const data = mkdtempSync(join(process.env.NATIVE_TEST_FOLDER, "data-"));
  const flags = ["serve", "--data-dir", data, "--listen", new URL(address).host];
  const child = spawn(process.env.PLUMBLINE_BINARY, flags, {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await eventually("the server's start", async () => (await fetch(`${address}/readyz`)).ok, 60);
  return { address, data, stop: stopper(child) };
}

/** The newest code that the server has mailed to a customer, from the outbox where it puts its mail. */
export function mailedCode(server, email) {
  const outbox = join(server.data, "outbox");
  return eventually("the mail", async () => {
    const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8"));
    return /^\s*(\d{6})\s*$/m.exec(mails.find((mail) => mail.includes(email)) ?? "")?.[1];
  });
}

/** The link that the server's page of an invitation opens the app with. */
export async function appLink(server, inviteCode) {
  const page = await (await fetch(`${server.address}/r/${inviteCode}`)).text();
  return /href="(plumbline:[^"]+)"/.exec(page)[1].replaceAll("&amp;", "&");
}

/** Calls the server as a customer's own program would. */
async function call(server, path, body, token) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(server.address + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const { code, msg, data } = await response.json();
  if (code !== 200) throw new Error(`${path}: ${msg}`);
  return data;
}

/** Registers a customer with the code from the mail that the server put into its outbox. */
export async function register(server, email, password) {
  await call(server, "/getEmailCode", { email, scene: "register" });
  const code = await mailedCode(server, email);
  return call(server, "/register/email", { email, code, password });
}

/** The customers who joined by somebody's invitation. */
export const listInvited = async (server, { token }) =>
  (await call(server, "/api/user/invited", { pageNum: 1, pageSize: 10 }, token)).list;

/** The driver that starts windows; one for the whole test. */
export async function startDriver(env = {}) {
  const [port, nativePort] = [await freePort(), await freePort()];
  const flags = ["--port", port, "--native-port", nativePort, "--native-driver", WEBKIT_DRIVER];
  const options = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...env } };
  const child = spawn("tauri-driver", flags.map(String), options);
  const address = `http://127.0.0.1:${port}`;
  await eventually("the driver's start", async () => (await fetch(`${address}/status`)).ok);
  return { address, stop: stopper(child) };
}

/** Opens the window, as a click on its icon or on a link would. */
export async function openWindow(driver, ...args) {
  const capabilities = new Capabilities();
  capabilities.set("tauri:options", { application: process.env.PLUMBLINE_WINDOW, args });
  capabilities.setBrowserName("wry");
  return new Builder().withCapabilities(capabilities).usingServer(driver.address).build();
}

/** Closes the window and waits for its program to end: a start meanwhile would still hand over to it. */
export async function closeWindow(window) {
  await window.quit();
  await eventually("the end of the window's program", async () => !isOnBus());
}

/** True if the window still has its name on the session bus, so that it would get a second start. */
function isOnBus() {
  const question = "org.freedesktop.DBus.NameHasOwner";
  const bus = [
    "--session",
    "--print-reply",
    "--dest=org.freedesktop.DBus",
    "/org/freedesktop/DBus",
  ];
  const answer = spawnSync("dbus-send", [...bus, question, `string:${BUS_NAME}`], {
    encoding: "utf8",
  });
  return !answer.stdout.includes("boolean false");
}

/** Starts the program a second time, beside a window that is open; returns its exit code. */
export function launchAgain(...args) {
  const child = spawn(process.env.PLUMBLINE_WINDOW, args, {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve) => child.once("exit", resolve));
}
