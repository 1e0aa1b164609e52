import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DISCARDED_BYTES } from "../../transport/adapters/shared/limits.ts";
import { HttpError } from "../../transport/http/http-error.ts";
import type { Handler, HttpResponse, Listener, Listening } from "../../transport/index.ts";
import { eventually } from "../support/eventually.ts";
import { statuses, talk } from "../support/requests/raw-socket.ts";
import { FRAMING_CASES, type FramingCase, type Outcome } from "./framing.cases.ts";

const BODY_LIMIT = 10_000;
const ADDRESS = { host: "127.0.0.1", port: 0, bodyLimit: () => BODY_LIMIT };
const HOST = "Host: a\r\n";
const CHUNKED = `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
const MEGABYTE = 1_048_576;
/** Milliseconds in which what must happen has happened, on any machine. */
const SOON = 60_000;
const LARGE = "x".repeat(20_000_000);

function chunkOf(size: number): string {
  return `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;
}

/** How a listener treats connections; the HTTP suite tests requests and answers. */
export function listenerSuite(name: Listener["name"], open: () => Promise<Listener>): void {
  describe(`${name} as a listener`, () => {
    let listener: Listener;
    let listening: Listening;
    let paths: string[];

    beforeAll(async () => {
      listener = await open();
      listening = await listener.listen((request) => handlerInto(paths)(request), ADDRESS);
    });
    beforeEach(() => {
      paths = [];
    });
    afterAll(() => listening.close());

    const url = (path: string) => `http://127.0.0.1:${listening.port}${path}`;
    const get = async (path: string) => (await fetch(url(path))).text();

    it("reports its name", () => expect(listener.name).toBe(name));

    describe("framing", () => {
      let outcomes: ReadonlyMap<string, Outcome>;
      beforeAll(async () => {
        const played = FRAMING_CASES.map(async (one) => [one.name, await play(listener, one)] as const);
        outcomes = new Map(await Promise.all(played));
      });

      it.each(FRAMING_CASES)("$name", ({ name: one, expected }) => {
        expect([expected].flat().flatMap((each) => ("answers" in each ? each : each[name]))).toContainEqual(
          outcomes.get(one),
        );
      });
    });

    describe("listening", () => {
      it("uses a free port for port 0", () => expect(listening.port).toBeGreaterThan(1023));

      it("on a port in use is refused", async () => {
        const second = listener.listen(handlerInto([]), { ...ADDRESS, port: listening.port });
        await expect(second).rejects.toMatchObject({ code: "EADDRINUSE" });
        expect(await get("/a")).toBe("nothing");
      });

      it("on an address that is not this machine's is refused", async () => {
        const elsewhere = listener.listen(handlerInto([]), { ...ADDRESS, host: "192.0.2.1" });
        await expect(elsewhere).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
      });
    });

    describe("a client", () => {
      it("is known by its address", async () => {
        const own = await listener.listen(
          ({ remoteAddress }) => ({ status: 200, headers: [], requestId: "id", body: remoteAddress }),
          ADDRESS,
        );
        expect(await (await fetch(`http://127.0.0.1:${own.port}`)).text()).toMatch(/127\.0\.0\.1$/);
        await own.close();
      });

      it("has the requests of one packet carried out in their order", async () => {
        const body = "3\r\nabc\r\n0\r\n\r\n";
        const post = (path: string) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`;
        const bare = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
        await talk(listening.port, [post("/1") + bare("/2") + bare("/3") + post("/4") + bare("/5")]);
        expect(paths).toEqual(["/1", "/2", "/3", "/4", "/5"]);
      });

      it("that sends a request behind one that is answered later gets both answers, or loses its connection", async () => {
        const bare = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
        const reply = await talk(listening.port, [bare("/later") + bare("/b")], 200);
        expect([statuses(reply), reply.closed]).toEqual(name === "node:http" ? [[200, 200], false] : [[], true]);
        expect(await get("/a")).toBe("nothing");
      });

      it("that leaves in the middle of a body reaches no handler", async () => {
        await talk(listening.port, [`POST /a HTTP/1.1\r\n${HOST}Content-Length: 50\r\n\r\nabc`], 20);
        expect(paths).toEqual([]);
        expect(await get("/a")).toBe("nothing");
      });

      it("that leaves before its answer is missed by nobody", async () => {
        await talk(listening.port, [`GET /later HTTP/1.1\r\n${HOST}\r\n`], 10);
        await eventually(() => expect(paths).toEqual(["/later"]));
        await sleep(60);
        expect(await get("/a")).toBe("nothing");
      });

      it("that leaves in the middle of a large answer is missed by nobody", async () => {
        const { body } = await fetch(url("/large"));
        await body?.cancel();
        expect(await get("/a")).toBe("nothing");
      });

      it("that reads slowly gets a large answer whole", async () => {
        let length = 0;
        const { body } = await fetch(url("/large"));
        for await (const chunk of body ?? []) {
          length += chunk.length;
          if (length < 1_000_000) await sleep(5);
        }
        expect(length).toBe(LARGE.length);
      });

      it("that sends without end is answered and cut off", async () => {
        // Not one byte more than the server reads: a client that is still writing when it is cut off may miss the
        // answer.
        const thrownAway = Array.from({ length: DISCARDED_BYTES / MEGABYTE }, () => chunkOf(MEGABYTE));
        const cut = await talk(listening.port, [CHUNKED, ...thrownAway, chunkOf(BODY_LIMIT + 1)], SOON);
        expect([statuses(cut), cut.closed, paths]).toEqual([[200], true, ["/a"]]);
        expect(cut.text).toContain("too large");
      });
    });

    describe("bodies under way", () => {
      const head = (length: number) => `POST /a HTTP/1.1\r\n${HOST}Content-Length: ${length}\r\n\r\n`;

      it("are refused with 503 where all together are too many, until there is room again", async () => {
        const own = await listener.listen(handlerInto(paths), { ...ADDRESS, bodyBytes: 20_000 });
        const half = `${head(9000)}${"x".repeat(8000)}`;
        const first = [connect(own.port, "127.0.0.1"), connect(own.port, "127.0.0.1")];
        for (const socket of first) {
          socket.on("error", () => {});
          socket.write(half);
        }
        const refused = await eventually(async () => {
          const reply = await talk(own.port, [half]);
          expect(statuses(reply)).toEqual([503]);
          return reply;
        });
        expect(refused.closed).toBe(true);
        expect(refused.text).toMatch(/\r\nretry-after: 1\r\n/i);
        expect(paths).toEqual([]);
        for (const socket of first) socket.destroy();
        await eventually(async () => {
          expect(statuses(await talk(own.port, [half, "x".repeat(1000)]))).toEqual([200]);
        });
        await own.close();
      });

      it("release their bytes in all outcomes", async () => {
        const own = await listener.listen(handlerInto(paths), { ...ADDRESS, bodyBytes: 12_000 });
        const whole = `${head(9000)}${"x".repeat(9000)}`;
        for (let turn = 0; turn < 5; turn++) {
          expect(statuses(await talk(own.port, [whole]))).toEqual([200]);
          expect(statuses(await talk(own.port, [whole.replace("/a", "/later")]))).toEqual([200]);
          expect(statuses(await talk(own.port, [`${head(11_000)}${"x".repeat(11_000)}`]))).toEqual([200]);
          await talk(own.port, [`${head(9000)}${"x".repeat(8000)}`], 20);
        }
        await own.close();
      });
    });

    describe("a body that the handler reads while it arrives", () => {
      /** Reads bodies in slow steps, except at `/unread`. */
      const stepwise: Handler = async ({ path, body }) => {
        const told = (text: string): HttpResponse => ({ status: 200, headers: [], requestId: "id", body: text });
        if (path === "/unread") return told("unread");
        if (body === null || body === "too large" || body instanceof Uint8Array) return told("whole");
        let size = 0;
        try {
          for await (const chunk of body.read()) {
            size += chunk.byteLength;
            if (path === "/slowly") await sleep(1);
          }
        } catch (error) {
          return told(error instanceof HttpError ? error.code : String(error));
        }
        return told(String(size));
      };
      const send = async (path: string, bytes: number, chunked = false) => {
        const own = await listener.listen(stepwise, {
          ...ADDRESS,
          bodyLimit: () => 30 * MEGABYTE,
          streams: () => true,
          bodyBytes: 4 * MEGABYTE,
        });
        const body = Buffer.alloc(bytes, "x");
        const sent = chunked ? ReadableStream.from([body.subarray(0, bytes / 2), body.subarray(bytes / 2)]) : body;
        const answer = await fetch(`http://127.0.0.1:${own.port}${path}`, {
          method: "POST",
          body: sent,
          duplex: "half",
        } as RequestInit);
        const told = await answer.text();
        await own.close();
        return told;
      };

      it.each([0, 5, 300_000, 25 * MEGABYTE])("arrives whole and is not held: %i bytes", async (bytes) => {
        expect(await send("/a", bytes)).toBe(bytes === 0 ? "0" : String(bytes));
        if (bytes > 0) expect(await send("/a", bytes, true)).toBe(String(bytes));
      });

      it("waits for a handler that takes its time", async () => {
        expect(await send("/slowly", 20 * MEGABYTE)).toBe(String(20 * MEGABYTE));
      });

      it("that is too large fails, and its client reads so", async () => {
        expect(await send("/a", 32 * MEGABYTE)).toBe("body too large");
      });

      it("need not be read", async () => {
        expect(await send("/unread", 8 * MEGABYTE)).toBe("unread");
      });

      it("fails when its client leaves", async () => {
        const told: string[] = [];
        const own = await listener.listen(
          async (request) => {
            const answer = await stepwise(request);
            told.push(String(answer.body));
            return answer;
          },
          { ...ADDRESS, streams: () => true },
        );
        await talk(own.port, [`POST /a HTTP/1.1\r\n${HOST}Content-Length: 500\r\n\r\nabc`], 20);
        await eventually(() => expect(told).toEqual(["malformed body"]));
        await own.close();
      });
    });

    it("drops the client that has waited longest when too many bytes wait for clients that do not read", async () => {
      // More than any system takes into its own buffers.
      const body = new Uint8Array(100_000_000);
      const large = () => ({ status: 200, headers: [], requestId: "id", body });
      const own = await listener.listen(large, ADDRESS);
      const closed: number[] = [];
      const sockets: Socket[] = [];
      for (let at = 0; at < 5; at++) {
        const socket = connect(own.port, "127.0.0.1");
        socket.on("error", () => {});
        socket.on("close", () => closed.push(at));
        socket.write(`GET /a HTTP/1.1\r\n${HOST}\r\n`);
        await once(socket, "readable");
        sockets.push(socket);
      }
      // Who is dropped learns of it when it reads on.
      for (const socket of sockets.slice(0, 3)) socket.resume();
      await eventually(() => expect(closed.toSorted()).toEqual([0, 1, 2]));
      for (const socket of sockets) socket.destroy();
      await own.close();
    });

    it("outlives a handler that breaks its promise", async () => {
      await expect(get("/broken")).rejects.toThrow();
      await expect(get("/broken/later")).rejects.toThrow();
      expect(await get("/a")).toBe("nothing");
    });

    describe("closing", () => {
      it("answers requests under way, then refuses connections", async () => {
        const own = await listener.listen(handlerInto(paths), ADDRESS);
        const underWay = fetch(`http://127.0.0.1:${own.port}/later`);
        await eventually(() => expect(paths).toEqual(["/later"]));
        await own.close();
        expect(await (await underWay).text()).toBe("nothing");
        expect((await talk(own.port, [])).text).toBe("");
        await expect(fetch(`http://127.0.0.1:${own.port}/a`)).rejects.toThrow();
      });

      it("does not wait for idle connections", async () => {
        const own = await listener.listen(handlerInto(paths), ADDRESS);
        const idle = talk(own.port, [`GET /a HTTP/1.1\r\n${HOST}\r\n`], 2000);
        await eventually(() => expect(paths).toEqual(["/a"]));
        await sleep(50);
        await own.close();
        expect(await idle).toMatchObject({ closed: true });
      });

      it("ends though a request does not", async () => {
        const own = await listener.listen(handlerInto(paths), ADDRESS);
        const socket = connect(own.port, "127.0.0.1");
        socket.on("error", () => {});
        socket.write(`POST /later HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\nhalf`);
        await once(socket, "connect");
        await sleep(50);
        await own.close();
        await expect(fetch(`http://127.0.0.1:${own.port}/a`)).rejects.toThrow();
        socket.destroy();
      });

      it("does not wait for connections on which nothing was ever asked", async () => {
        const own = await listener.listen(handlerInto(paths), ADDRESS);
        const unused = talk(own.port, [], 2000);
        await get("/a");
        await sleep(50);
        await own.close();
        expect(await unused).toMatchObject({ closed: true });
      });

      it("sends answers to their end that their clients are still reading, then closes their connections", async () => {
        const own = await listener.listen(handlerInto(paths), ADDRESS);
        const socket = connect(own.port, "127.0.0.1");
        socket.write(`GET /large HTTP/1.1\r\n${HOST}\r\n`);
        await once(socket, "readable");
        const closed = own.close();
        await sleep(50);
        let received = 0;
        for await (const chunk of socket) received += chunk.length;
        await closed;
        expect(received).toBeGreaterThan(LARGE.length);
      });

      it("twice is closing once", async () => {
        const own = await listener.listen(handlerInto([]), ADDRESS);
        await Promise.all([own.close(), own.close()]);
        await expect(own.close()).resolves.toBeUndefined();
      });

      it("frees the port", async () => {
        const first = await listener.listen(handlerInto([]), ADDRESS);
        await first.close();
        const second = await listener.listen(handlerInto([]), { ...ADDRESS, port: first.port });
        expect(second.port).toBe(first.port);
        await second.close();
      });
    });
  });
}

/** Runs a case on its own listener, so that it handles only its own requests. */
async function play(listener: Listener, { send }: FramingCase): Promise<Outcome> {
  const paths: string[] = [];
  const listening = await listener.listen(handlerInto(paths), ADDRESS);
  const reply = await talk(listening.port, send);
  await listening.close();
  return { answers: statuses(reply).map(kindOf), handled: paths.length, closed: reply.closed };
}

function kindOf(status: number): Outcome["answers"][number] {
  if (status === 100) return "continue";
  return status === 200 ? "ok" : "refused";
}

/** Answers with the body, and notes the path. */
function handlerInto(paths: string[]): Handler {
  return ({ path, body }) => {
    paths.push(path);
    if (path === "/broken") throw new Error("A handler that breaks its promise");
    if (path === "/broken/later") return Promise.reject(new Error("A handler that breaks its promise"));
    const shown = body instanceof Uint8Array ? Buffer.from(body).toString() : body === null ? "nothing" : String(body);
    const answer: HttpResponse = { status: 200, headers: [], requestId: "id", body: path === "/large" ? LARGE : shown };
    return path === "/later" ? sleep(50).then(() => answer) : answer;
  };
}
