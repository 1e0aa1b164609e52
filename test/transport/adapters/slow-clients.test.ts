import { describe, expect, it } from "vitest";
import { loadUws, nodeListener } from "../../../transport/index.ts";
import { type Piece, talk } from "../../support/raw-socket.ts";

/** One piece a second, for longer than any client may take. */
const drip = (piece: string): Piece[] => Array.from({ length: 20 }, () => [piece, 1000]).flat();

const SLOW: readonly (readonly [what: string, send: readonly Piece[]])[] = [
  ["sends nothing at all", []],
  ["sends its head line by line", ["GET /a HTTP/1.1\r\nHost: a\r\n", ...drip("X: y\r\n")]],
  ["sends its body byte by byte", ["POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n", ...drip("x")]],
  ["sends no second request", ["GET /a HTTP/1.1\r\nHost: a\r\n\r\n"]],
];

describe.concurrent.each([
  ["uWebSockets.js", loadUws],
  ["node:http", async () => nodeListener],
])("%s", (_name, open) => {
  it.each(SLOW)("closes the connection of a client within 15 s that %s", async (_what, send) => {
    let handled = 0;
    const listening = await (await open()).listen(
      () => {
        handled += 1;
        return { status: 204, headers: [], requestId: "id", body: null };
      },
      { host: "127.0.0.1", port: 0, bodyLimit: 1000 },
    );
    const reply = await talk(listening.port, send, 20_000);
    expect(reply.closed).toBe(true);
    expect(reply.took).toBeLessThan(15_000);
    expect(handled).toBe(reply.text === "" ? 0 : send.length === 1 ? 1 : 0);
    await listening.close();
  });
});
