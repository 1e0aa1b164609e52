import { afterEach, describe, expect, it, vi } from "vitest";
import { createGalley, ExpectationError, type Galley } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { sendTo } from "../../../../support/requests/json.ts";

const tokens = [{ name: "ci", token: "ci", access: "full-access" }] as const;
const LONG = 60_000;

const open = () =>
  createGalley({ schema: BLOG, tokens, control: true, roles: { public: { tag: ["find", "create"] } } });

const POST = { method: "POST", headers: { "content-type": "application/json" }, body: '{"data":{"name":"held"}}' };

const written = (galley: Galley) => galley.documents("api::tag.tag").count();

/** Lets everything that goes on without a socket come to an end. */
const turns = () => new Promise((resolve) => setTimeout(resolve, 20));

afterEach(() => vi.useRealTimers());

describe("a held request", () => {
  it.each([
    ["a delay", (galley: Galley) => void galley.faults.add({ delay: LONG })],
    ["latency", (galley: Galley) => void Object.assign(galley.faults, { latency: LONG })],
    ["a gate", (galley: Galley) => void galley.faults.hold()],
  ])("by %s is given up by its signal, and writes nothing", async (_, hold) => {
    await using galley = await open();
    hold(galley);
    const controller = new AbortController();
    const reason = new Error("enough");
    const answer = galley.fetch("/api/tags", { ...POST, signal: controller.signal });
    const [refused] = await Promise.all([
      answer.catch((error: unknown) => error),
      turns().then(() => controller.abort(reason)),
    ]);
    expect(refused).toBe(reason);
    galley.faults.clear();
    await turns();
    expect(await written(galley)).toBe(0);
  });

  it("is given up by the signal of a Request, and by a timeout", async () => {
    await using galley = await open();
    galley.faults.add({ delay: LONG });
    const controller = new AbortController();
    const request = new Request("http://galley.test/api/tags", { ...POST, signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(galley.fetch(request)).rejects.toMatchObject({ name: "AbortError" });
    const signal = AbortSignal.timeout(5);
    await expect(galley.fetch("/api/tags", { ...POST, signal })).rejects.toMatchObject({ name: "TimeoutError" });
    expect(await written(galley)).toBe(0);
  });

  it.each([
    ["close", (galley: Galley) => galley.close()],
    ["reset", (galley: Galley) => galley.reset()],
    ["restore", (galley: Galley) => galley.restore(galley.snapshot())],
    ["clear", async (galley: Galley) => galley.faults.clear()],
    ["remove", async (galley: Galley) => void galley.faults.remove(1)],
  ])("is refused by %s, of a fork too, and writes nothing", async (name, end) => {
    await using galley = await open();
    for (const each of [galley, galley.fork()]) {
      each.faults.add({ match: { method: "POST" }, delay: LONG, times: 2 });
      const { url } = await each.listen({ port: 0 });
      const answers = [each.fetch("/api/tags", POST), fetch(`${url}/api/tags`, POST)];
      await vi.waitFor(() => expect(each.faults.list()).toEqual([]));
      await end(each);
      expect(await Promise.all(answers.map(async (answer) => (await answer).status))).toEqual([503, 503]);
      expect(each.requests.length).toBe(name === "reset" ? 0 : 2);
      await turns();
      if (name !== "close") expect(await written(each)).toBe(0);
      await each.close();
    }
  });

  it.each(["uws", "node"] as const)("is given up when its client goes from %s", async (listener) => {
    await using galley = await open();
    const { url } = await galley.listen({ port: 0, listener });
    const gate = galley.faults.hold();
    const controller = new AbortController();
    const answer = fetch(`${url}/api/tags`, { ...POST, signal: controller.signal });
    await gate.reached;
    controller.abort();
    await expect(answer).rejects.toThrow("aborted");
    await galley.requests.waitFor({ method: "POST" });
    gate.release();
    await turns();
    expect([galley.requests.last()?.status, await written(galley)]).toEqual([0, 0]);
  });
});

describe("an aborted fetch", () => {
  it("sends nothing if it was aborted before", async () => {
    await using galley = await open();
    const signal = AbortSignal.abort("no");
    await expect(galley.fetch("/api/tags", { ...POST, signal })).rejects.toBe("no");
    expect([galley.requests.length, await written(galley)]).toEqual([0, 0]);
  });

  it("ends a body that still arrives, and writes nothing", async () => {
    await using galley = await open();
    const cancelled = vi.fn();
    const body = new ReadableStream({ pull: () => new Promise<void>(() => {}), cancel: cancelled });
    const controller = new AbortController();
    const init = { ...POST, body, duplex: "half", signal: controller.signal } as const;
    const answer = galley.fetch("/api/tags", init);
    setTimeout(() => controller.abort("enough"), 5);
    await expect(answer).rejects.toBe("enough");
    await turns();
    expect(cancelled).toHaveBeenCalledWith("enough");
    expect([galley.requests.length, await written(galley)]).toEqual([0, 0]);
  });

  it("ends an answer that is not read yet, but not what was written", async () => {
    await using galley = await open();
    const controller = new AbortController();
    const answer = await galley.fetch("/api/tags", { ...POST, signal: controller.signal });
    expect(answer.status).toBe(201);
    controller.abort("late");
    await expect(answer.text()).rejects.toBe("late");
    expect(await written(galley)).toBe(1);
    const whole = await galley.fetch("/api/tags", { signal: new AbortController().signal });
    expect(await whole.clone().json()).toMatchObject({ data: [{ name: "held" }] });
  });

  it("accepts a signal of another class, as simulated pages have", async () => {
    await using galley = await open();
    galley.faults.add({ delay: LONG });
    const { signal } = new AbortController();
    const aborts: (() => void)[] = [];
    const foreign = {
      aborted: false,
      reason: undefined as unknown,
      throwIfAborted: () => {},
      addEventListener: (_: string, listener: () => void) => void aborts.push(listener),
      removeEventListener: () => {},
    };
    const answer = galley.fetch("/api/tags", { ...POST, signal: foreign as unknown as typeof signal });
    await turns();
    Object.assign(foreign, { aborted: true, reason: "left" });
    for (const abort of aborts) abort();
    await expect(answer).rejects.toBe("left");
  });
});

describe("a gate", () => {
  it("holds requests until it is released", async () => {
    await using galley = await open();
    const gate = galley.faults.hold({ path: "/api/tags", method: "POST" });
    const first = galley.fetch("/api/tags", POST);
    const second = galley.fetch("/api/tags", POST);
    expect(await gate.reached).toMatchObject({ method: "POST", body: { data: { name: "held" } } });
    expect([(await galley.fetch("/api/tags")).status, await written(galley), gate.hits]).toEqual([200, 0, 2]);
    gate.release();
    expect([(await first).status, (await second).status]).toEqual([201, 201]);
    expect((await galley.fetch("/api/tags", POST)).status).toBe(201);
    expect(galley.faults.list()).toEqual([]);
  });

  it("may hold one request of several, and answer it then", async () => {
    await using galley = await open();
    const gate = galley.faults.hold(({ method }) => method === "POST", { after: 1, times: 1, status: 500 });
    const answers = [1, 2, 3].map(() => galley.fetch("/api/tags", POST));
    await gate.reached;
    gate.release();
    expect(await Promise.all(answers.map(async (answer) => (await answer).status))).toEqual([201, 500, 201]);
  });

  it("says that no request reached it", async () => {
    await using galley = await open();
    const released = galley.faults.hold();
    released.release();
    await expect(released.reached).rejects.toThrow(ExpectationError);
    const removed = galley.faults.hold();
    await galley.reset();
    await expect(removed.reached).rejects.toThrow("removed before a request reached it");
  });

  it("works over HTTP", async () => {
    await using galley = await open();
    const headers = { authorization: "Bearer ci", "x-galley-fork": "one" };
    const control = (method: string, path: string, body?: unknown) =>
      sendTo(galley, method, `/__galley${path}`, body, headers);
    const added = await control("POST", "/faults", { match: { method: "POST" }, hold: true });
    expect(added).toMatchObject({
      status: 201,
      body: { data: { id: 1, hits: 0, match: { method: "POST" }, hold: true } },
    });
    expect((await control("GET", "/faults/unused")).body).toMatchObject({ data: [{ id: 1 }] });
    expect((await control("GET", "/faults/1/reached")).status).toBe(417);
    const answer = galley.fetch("/api/tags", { ...POST, headers: { ...POST.headers, "x-galley-fork": "one" } });
    expect((await control("GET", "/faults/1/reached?timeout=1000")).body).toMatchObject({
      data: { method: "POST", path: "/api/tags", body: { data: { name: "held" } } },
    });
    expect((await control("GET", "/faults/unused")).body).toEqual({ data: [] });
    expect((await control("POST", "/faults/1/release")).status).toBe(204);
    expect((await answer).status).toBe(201);
    expect((await control("POST", "/faults/1/release")).status).toBe(404);
    const other = galley.fetch("/api/tags", { ...POST, headers: { ...POST.headers, "x-galley-fork": "two" } });
    expect((await other).status).toBe(201);
  });
});
