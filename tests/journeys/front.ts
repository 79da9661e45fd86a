import { createServer, type Server } from "node:http";

interface State {
  isNew: boolean;
  wasFetched: boolean;
}

/** A proxy before the program, which can have a new release of the UI: another page under the same address. */
export class Front {
  readonly origin: string;
  readonly #server: Server;
  readonly #state: State;

  private constructor(server: Server, state: State) {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    this.origin = `http://127.0.0.1:${address.port}`;
    this.#server = server;
    this.#state = state;
  }

  static async open(origin: string): Promise<Front> {
    const state: State = { isNew: false, wasFetched: false };
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = "GET", url = "/" } = request;
      const headers = new Headers();
      for (const name of ["authorization", "content-type", "accept-language"]) {
        const value = request.headers[name];
        if (typeof value === "string") headers.set(name, value);
      }
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
      const answer = await fetch(`${origin}${url}`, { method, headers, body });
      const [path = "/"] = url.split("?");
      const isPage = path === "/" || path === "/index.html";
      let content: Buffer | string = Buffer.from(await answer.arrayBuffer());
      if (state.isNew && isPage) {
        state.wasFetched = true;
        content = newPage(content.toString());
      }
      if (state.isNew && path === "/sw.js") {
        content = content.toString().replace(/(url:"index\.html",revision:")\w+/, "$1new");
      }
      const kept = ["content-type", "cache-control"].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      response.writeHead(answer.status, Object.fromEntries(kept)).end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Front(server, state);
  }

  /** From now on the program has a new release. */
  release(): void {
    this.#state.isNew = true;
  }

  /** True if a browser has fetched the page of the new release. */
  get wasFetched(): boolean {
    return this.#state.wasFetched;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The page of another build, whose files have other names. */
const newPage = (page: string) =>
  page
    .replace("<head>", '<head><meta name="release" content="new">')
    .replaceAll(/(\/assets\/app-[^"]+\.js)/g, "$1?new");
