import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = process.env.PLUMBLINE_BINARY ?? "";

/** The market of every journey is computed from this seed, so it moves the same way each time. */
const FEED = "sim:7";
const START_MS = 60_000;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** A row without the closes of its sparkline. */
const LACKING = /"indicatorsQuoteClose":\[("[^"]*")?\]/;

/** The real program, on an empty data folder of its own. */
export class Server {
  /** The address at which the browser finds it. */
  readonly origin: string;
  readonly #address: string;
  readonly data = mkdtempSync(join(tmpdir(), "plumbline-journey-"));
  readonly #flags: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(host: string, port: number, flags: readonly string[]) {
    this.#flags = flags;
    this.origin = `http://${host}:${port}`;
    this.#address = `127.0.0.1:${port}`;
  }

  /** `host` is the name by which the browser knows this computer; `flags` are the operator's. */
  static async start(host = "127.0.0.1", flags: readonly string[] = []): Promise<Server> {
    if (BINARY === "") throw new Error("PLUMBLINE_BINARY names the program to test");
    const server = new Server(host, await freePort(), flags);
    await server.#launch();
    return server;
  }

  async #launch(): Promise<void> {
    const own = ["--data-dir", this.data, "--listen", this.#address, "--feed", FEED];
    // Feeds that a test names come first.
    const flags = ["serve", ...this.#flags, ...own];
    this.#process = spawn(BINARY, flags, { stdio: ["ignore", "ignore", "inherit"] });
    const deadline = Date.now() + START_MS;
    for (;;) {
      const ready = await fetch(`http://${this.#address}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (ready) return;
      if (Date.now() > deadline) throw new Error("the server did not become ready");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #end(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }

  /** Stops the program and starts it again on the same data and the same address. */
  async restart(): Promise<void> {
    await this.#end();
    await this.#launch();
  }

  async stop(): Promise<void> {
    await this.#end();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** The six digits of the newest message to an address, as a newcomer finds them in the outbox. */
  codeFor(email: string): string {
    const outbox = join(this.data, "outbox");
    const mails = readdirSync(outbox)
      .filter((name) => name.endsWith(".eml"))
      .map((name) => readFileSync(join(outbox, name), "utf8"))
      .filter((mail) => mail.includes(email));
    const newest = mails.at(-1) ?? "";
    const code = /\b\d{6}\b/.exec(newest.slice(newest.search(/\r?\n\r?\n/)))?.[0];
    if (!code) throw new Error(`no code for ${email} in ${outbox}`);
    return code;
  }

  /** Waits until rows of lists have their sparklines, which a server that has just started calculates on request. */
  async hasSparklines(...lists: string[]): Promise<void> {
    const deadline = Date.now() + START_MS;
    for (const list of lists) {
      for (;;) {
        const response = await fetch(`http://${this.#address}${list}`);
        if (!LACKING.test(await response.text())) break;
        if (Date.now() > deadline) throw new Error(`rows of ${list} have no sparklines`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  /** Runs a command of the program on this server's data; returns its output, throws if it fails. */
  command(...line: string[]): string {
    return execFileSync(BINARY, [...line, "--data-dir", this.data], { encoding: "utf8" });
  }

  /** Publishes an article in one language, as an operator does. */
  publish(text: string): void {
    const file = join(this.data, "article.md");
    writeFileSync(file, text);
    this.command("article", "publish", file, "--by", "ann");
  }

  /** The program's own audit of its books: throws unless they are sound. */
  audit(): string {
    return this.command("audit");
  }
}
