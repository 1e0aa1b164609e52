import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chooseListener, type Handler, type Listening, nodeListener } from "../../../transport/index.ts";
import { statuses, talk } from "../../support/requests/raw-socket.ts";

const HOST = "Host: a\r\n";
/** Small enough to be written at once, where that is how a listener writes. */
const LARGE = "x".repeat(60_000);
/** Unread bytes that one connection may make a process hold, with what the system's own buffers take. */
const UNREAD = 16_000_000;

const fastest = await chooseListener("auto", "127.0.0.1", () => {});
const listeners = fastest === nodeListener ? [nodeListener] : [nodeListener, fastest];

describe.each(listeners)("$name with many sockets", (listener) => {
  let listening: Listening;
  let handled = 0;
  const sockets: Socket[] = [];

  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(listening.port, "127.0.0.1", () => resolve(socket));
      socket.on("error", reject);
      sockets.push(socket);
    });
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${listening.port}${path}`)).text();
  const isAlive = async () => expect(await get("/a")).toBe("/a");

  beforeAll(async () => {
    const handler: Handler = ({ path, body }) => {
      handled += 1;
      const told = path === "/large" ? LARGE : body instanceof Uint8Array ? String(body.byteLength) : path;
      return { status: 200, headers: [], requestId: "id", body: told };
    };
    listening = await listener.listen(handler, { host: "127.0.0.1", port: 0, bodyLimit: () => 1_000_000 });
  });
  beforeEach(() => {
    handled = 0;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await listening.close();
  });

  it("answers the others while a thousand say nothing", async () => {
    await Promise.all(Array.from({ length: 1000 }, open));
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => get(`/${at}`)));
    expect(answers).toEqual(answers.map((_, at) => `/${at}`));
  });

  it("answers a hundred requests that come at once, in their order", async () => {
    const requests = Array.from({ length: 100 }, (_, at) => `GET /${at} HTTP/1.1\r\n${HOST}\r\n`).join("");
    const reply = await talk(listening.port, [requests]);
    expect(statuses(reply)).toEqual(Array(100).fill(200));
    expect([...reply.text.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, at]) => Number(at))).toEqual([...Array(100).keys()]);
  });

  it("does not work ahead for a client that asks and never reads", async () => {
    const socket = await open();
    socket.pause();
    const requests = `GET /large HTTP/1.1\r\n${HOST}\r\n`.repeat(100);
    for (let sent = 0; sent < 50 && socket.writableLength < 1_000_000; sent++) {
      socket.write(requests);
      await sleep(2);
    }
    await sleep(100);
    expect(handled * LARGE.length).toBeLessThan(UNREAD);
    await isAlive();
    socket.destroy();
  });

  it("counts clients that leave in the middle of an answer or of a body", async () => {
    await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const socket = await open();
        socket.on("error", () => {});
        const head =
          at % 2 === 0 ? `GET /large HTTP/1.1\r\n${HOST}` : `POST /a HTTP/1.1\r\n${HOST}Content-Length: 90000\r\n`;
        socket.write(`${head}\r\n${"x".repeat(1000)}`);
        await sleep(at % 10);
        if (at % 3 === 0) socket.resetAndDestroy();
        else socket.destroy();
      }),
    );
    await isAlive();
  });

  it("answers a client that has said that it will send no more", async () => {
    const socket = await open();
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.end(`GET /half HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\/half$/);
  });
});
