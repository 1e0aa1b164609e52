import { errorCode } from "../../storage/core.ts";
import type { ListenerName } from "../adapters/listener-name.ts";
import type { Handler, Listener, ListenOptions as SocketOptions } from "../http/port.ts";
import type { ListeningGalley, ListenOptions } from "../library/galley.ts";
import type { Operations } from "../parts/operations/operations.ts";
import type { Log } from "../runtime/log.ts";

/** Host for requests without a socket. */
export const NOWHERE = "http://galley.test";

/** The handler that is served at an address, and its limits. */
export interface Served extends Omit<SocketOptions, "host" | "port"> {
  readonly handler: Handler;
  readonly operations: Operations;
  readonly log: Log;
}

/** The addresses at which a galley can be reached. */
export class Addresses {
  /** The address in the options. */
  readonly #given: string | undefined;
  readonly #listening = new Set<ListeningGalley>();
  /** The URL at which it first listened. */
  #first: string | null = null;

  constructor(given: string | undefined) {
    this.#given = given;
  }

  /** The address for links that leave the galley. */
  readonly origin = (): string => this.#given ?? this.#first ?? NOWHERE;

  /** The same request without a socket; null for an address of someone else. */
  readonly inside = (url: URL): URL | null => {
    const own = [this.#given, ...[...this.#listening].map((each) => each.url)];
    const base = own.find((each) => each && `${url.href}/`.startsWith(`${each.replace(/\/$/, "")}/`));
    return base ? new URL(url.href.slice(base.replace(/\/$/, "").length), NOWHERE) : null;
  };

  /** @throws the system's reason why it cannot listen; of a port in use with what to do. */
  async listen(
    { port = 0, host = "127.0.0.1", listener = "auto" }: ListenOptions,
    served: Served,
  ): Promise<ListeningGalley> {
    const { handler, operations, log, ...limits } = served;
    let note: string | null = null;
    const choose = async (name: ListenerName): Promise<Listener> => {
      const { chooseListener } = await import("../adapters/choose.ts");
      return chooseListener(name, host, (line) => {
        note = line;
        log.info({}, line);
      });
    };
    const chosen = typeof listener === "string" ? await choose(listener) : listener;
    const opened = await chosen.listen(handler, { host, port, ...limits }).catch((error: unknown) => {
      throw errorCode(error) === "EADDRINUSE" ? this.#inUse(host, port, error) : error;
    });
    const beside = await operations.listen(chosen).catch(async (error: unknown) => {
      await opened.close();
      throw error;
    });
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${opened.port}`;
    this.#first ??= url;
    const each: ListeningGalley = {
      url,
      port: opened.port,
      listener: chosen.name,
      listenerNote: note,
      close: async () => {
        this.#listening.delete(each);
        await Promise.all([opened.close(), beside?.close()]);
      },
    };
    this.#listening.add(each);
    return each;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#listening].map((each) => each.close()));
  }

  /** An error with the same code that says what to do. */
  #inUse(host: string, port: number, cause: unknown): Error {
    const isOwn = [...this.#listening].some((each) => each.port === port);
    const who = isOwn ? "this galley listens there already" : "another program listens there";
    const message = `Port ${port} of ${host} is in use, ${who}: close that first, or take another port (0 is a free one)`;
    return Object.assign(new Error(message, { cause }), { code: "EADDRINUSE" });
  }
}
