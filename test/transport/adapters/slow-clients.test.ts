import { describe, expect, it } from "vitest";
import { chooseListener, nodeListener } from "../../../transport/index.ts";
import { type Piece, talk } from "../../support/raw-socket.ts";

interface SlowClient {
  readonly what: string;
  readonly send: readonly Piece[];
  /** Requests that are whole, and so handled. */
  readonly handled: number;
}

/** One piece a second, for longer than any client may take. */
const drip = (piece: string): Piece[] => Array.from({ length: 20 }, () => [piece, 1000]).flat();

const HEAD = "GET /a HTTP/1.1\r\nHost: a\r\n";

const SLOW_CLIENTS: readonly SlowClient[] = [
  { what: "sends nothing at all", send: [], handled: 0 },
  { what: "sends its head line by line", send: [HEAD, ...drip("X: y\r\n")], handled: 0 },
  { what: "sends its body byte by byte", send: [`${HEAD}Content-Length: 50\r\n\r\n`, ...drip("x")], handled: 0 },
  { what: "sends no second request", send: [`${HEAD}\r\n`], handled: 1 },
];

const fastest = await chooseListener("auto", "127.0.0.1", () => {});
const listeners = fastest === nodeListener ? [nodeListener] : [nodeListener, fastest];

describe.concurrent.each(listeners)("$name", (listener) => {
  it.each(SLOW_CLIENTS)("closes the connection of a client within 15 s that $what", async ({ send, ...expected }) => {
    let handled = 0;
    const listening = await listener.listen(
      () => {
        handled += 1;
        return { status: 204, headers: [], requestId: "id", body: null };
      },
      { host: "127.0.0.1", port: 0, bodyLimit: 1000 },
    );
    const { closed, took } = await talk(listening.port, send, 20_000);
    expect([closed, handled]).toEqual([true, expected.handled]);
    expect(took).toBeLessThan(15_000);
    await listening.close();
  });
});
