import { describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { withJson } from "../../../support/requests/json.ts";
import { readMetrics } from "../../../support/requests/metrics.ts";
import { type Adversary, SharedLog } from "../../../support/storage/shared-log.ts";

const TOKEN = "token-of-the-editor";
/** For tests of what a node does that has been out of contact for too long. */
const SOON = { cluster: { maxStaleness: 200 } };
const POSITION = "x-galley-position";

/** A type that nodes of an earlier release do not have. */
const LATE = {
  kind: "collectionType",
  info: { singularName: "late", pluralName: "lates", displayName: "Late" },
  attributes: { title: { type: "string" } },
} as const;

/** A log that nodes reach or not, as is said. */
function reachableLog() {
  const away = new Set<number>();
  const adversary: Adversary = {
    delay: () => new Promise((resolve) => setImmediate(resolve)),
    appending: () => ({ arrives: true, isAnswered: true, repeats: false }),
    reaches: (node) => !away.has(node),
  };
  return { log: new SharedLog(adversary), away };
}

function open(log: SharedLog, options: object = {}): Promise<Galley> {
  return createGalley({
    schema: BLOG,
    storage: log.storage(),
    roles: { public: { "*": ["find", "findOne"] } },
    tokens: [{ name: "editor", token: TOKEN, access: "full-access" }],
    logger: { info() {}, warn() {}, error() {} },
    metrics: true,
    ...options,
  });
}

async function status(galley: Galley, path: string): Promise<readonly [number, Record<string, unknown>]> {
  const reply = await galley.fetch(path);
  return [reply.status, (await reply.json()) as Record<string, unknown>];
}

const metrics = async (galley: Galley) => readMetrics(await (await galley.fetch("/_metrics")).text());

/** Methods of a class with private fields need their own object. */
function bound<T extends object>(of: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(of, name, of);
  return typeof value === "function" ? value.bind(of) : value;
}

function create(galley: Galley, title: string, headers: Record<string, string> = {}): Promise<Response> {
  return galley.fetch(
    "/api/posts",
    withJson("POST", { data: { title, status: "published" } }, { authorization: `Bearer ${TOKEN}`, ...headers }),
  );
}

describe("a node of several", () => {
  it("is ready and reports its lag, until it has been out of contact for too long", async () => {
    const { log, away } = reachableLog();
    await using galley = await open(log, SOON);
    await expect.poll(() => status(galley, "/_health/ready")).toEqual([200, { status: "ready" }]);
    const cluster = { lagMs: expect.any(Number), nodes: null, schema: "newer" };
    await expect.poll(() => status(galley, "/_health")).toEqual([200, expect.objectContaining({ cluster })]);
    away.add(1);
    await expect.poll(() => status(galley, "/_health/ready")).toEqual([503, { status: "behind" }]);
    expect((await status(galley, "/_health"))[0]).toBe(503);
    expect((await status(galley, "/_health/live"))[0]).toBe(200);
    away.clear();
    await expect.poll(() => status(galley, "/_health/ready")).toEqual([200, { status: "ready" }]);
  });

  it("refuses reads that may be too old, and writes, so that a proxy asks another node", async () => {
    const { log, away } = reachableLog();
    await using galley = await open(log, SOON);
    away.add(1);
    await expect.poll(async () => (await galley.fetch("/api/posts")).status).toBe(503);
    expect((await galley.fetch("/api/posts")).headers.get("retry-after")).toBe("1");
    expect((await create(galley, "Refused")).status).toBe(503);
    expect(log.entries).toEqual([]);
    expect((await metrics(galley)).get("galley_lag_seconds")).toBeGreaterThan(0.2);
    away.clear();
    await expect.poll(async () => (await galley.fetch("/api/posts")).status).toBe(200);
  });

  it("answers with its present content if any age is allowed", async () => {
    const { log, away } = reachableLog();
    await using galley = await open(log, { cluster: { maxStaleness: 0 } });
    away.add(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await galley.fetch("/api/posts")).status).toBe(200);
    expect(await status(galley, "/_health/ready")).toEqual([200, { status: "ready" }]);
  });

  it("reports whether writes are accepted separately from readiness", async () => {
    const { log } = reachableLog();
    await using galley = await open(log);
    expect(await status(galley, "/_health/writable")).toEqual([200, { takesWrites: true }]);
    galley.drain();
    expect((await status(galley, "/_health/writable"))[0]).toBe(503);
  });

  it("reports whose content types write, and continues to answer reads if its own are superseded", async () => {
    const { log } = reachableLog();
    await using older = await open(log);
    expect((await create(older, "First")).status).toBe(201);
    const standing = async (galley: Galley) =>
      ((await status(galley, "/_health"))[1].cluster as { schema: string }).schema;
    expect(await standing(older)).toBe("current");
    await using newer = await open(log, {
      schema: { ...BLOG, contentTypes: { ...BLOG.contentTypes, "api::late.late": LATE } },
    });
    expect((await create(newer, "Second")).status).toBe(201);
    await expect.poll(() => standing(older)).toBe("older");
    const cause = "schema superseded: other nodes write with newer content types";
    const refusal = { takesWrites: false, cause, reason: "schema superseded" };
    expect(await status(older, "/_health/writable")).toEqual([503, refusal]);
    expect(await status(older, "/_health/ready")).toEqual([200, { status: "ready" }]);
    expect((await create(older, "Refused")).status).toBe(503);
    expect((await older.fetch("/api/posts")).status).toBe(200);
  });

  it("lets pages of other origins send and read positions", async () => {
    const { log } = reachableLog();
    await using galley = await open(log);
    const origin = "https://www.example.org";
    const preflight = await galley.fetch("/api/posts", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": POSITION },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase().split(",")).toContain(POSITION);
    const written = await create(galley, "From a page", { origin });
    expect(written.headers.get("access-control-expose-headers")).toBe(POSITION);
    const named = { [POSITION]: written.headers.get(POSITION) ?? "" };
    const read = await galley.fetch("/api/posts", { headers: { origin, ...named } });
    expect(read.headers.get("access-control-expose-headers")).toBe(POSITION);
    expect((await galley.fetch("/api/posts", { headers: named })).headers.has("access-control-expose-headers")).toBe(
      false,
    );
  });

  it("reports, once, that the clock of the log's server is another one", async () => {
    const { log } = reachableLog();
    let offset: number | null = null;
    const storage = log.storage();
    const sharing = { ...storage.sharing, clockOffset: () => offset };
    const shifted = new Proxy(storage, { get: (of, name) => (name === "sharing" ? sharing : bound(of, name)) });
    const lines: string[] = [];
    const note = (_: object, message: string) => void lines.push(message);
    await using galley = await open(log, { storage: shifted, logger: { info: note, warn: note, error: note } });
    const clockLines = () => lines.filter((line) => line.includes("clock"));
    expect([...(await metrics(galley)).keys()]).not.toContain("galley_clock_offset_seconds");
    offset = -2_500;
    await expect.poll(clockLines).toEqual(["The clock of the shared log's server is ahead by so much"]);
    expect((await metrics(galley)).get("galley_clock_offset_seconds")).toBe(-2.5);
    expect((await create(galley, "Still taken")).status).toBe(201);
    offset = -31_000;
    expect((await create(galley, "Refused")).status).toBe(503);
    expect((await galley.fetch("/api/posts")).status).toBe(200);
    offset = 10;
    await expect.poll(clockLines).toHaveLength(2);
    expect((await create(galley, "Taken again")).status).toBe(201);
  });

  it("counts appends, conflicts and turns", async () => {
    const { log } = reachableLog();
    await using one = await open(log);
    await using other = await open(log);
    const writes = Array.from({ length: 40 }, (_, at) => create(at % 2 === 0 ? one : other, `Post ${at}`));
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 201));
    const sum = async (name: string) => {
      const all = await Promise.all([metrics(one), metrics(other)]);
      return all.reduce((total, values) => total + (values.get(name) ?? Number.NaN), 0);
    };
    const ok = await sum('galley_appends_total{outcome="ok"}');
    const conflicts = await sum('galley_appends_total{outcome="conflict"}');
    expect(ok).toBeGreaterThan(1);
    expect(conflicts).toBeGreaterThan(0);
    expect(await sum("galley_append_seconds_count")).toBe(ok + conflicts);
    expect(await sum('galley_turns_total{outcome="granted"}')).toBe(await sum("galley_turn_wait_seconds_count"));
    expect(await sum('galley_turns_total{outcome="granted"}')).toBeGreaterThan(0);
    expect(await sum("galley_resyncs_total")).toBe(0);
    await expect.poll(async () => (await metrics(one)).get("galley_position")).toBe(log.tail.last);
    await expect.poll(async () => (await metrics(one)).get("galley_log_head")).toBe(log.tail.last);
  });

  it("counts that it has read the log again after it had lost its tail", async () => {
    const { log } = reachableLog();
    await using galley = await open(log);
    await create(galley, "Kept");
    await create(galley, "Lost");
    log.lose(log.tail.last - 1);
    await expect.poll(async () => (await metrics(galley)).get("galley_resyncs_total")).toBe(1);
  });
});

describe("positions in a cookie", () => {
  it("are set by writes, and waited for by the reads of browsers", async () => {
    const { log, away } = reachableLog();
    const cluster = { maxStaleness: 0, positionWait: 100, position: "cookie" };
    await using writer = await open(log, { cluster });
    await using reader = await open(log, { cluster });
    const written = await create(writer, "One");
    const [cookie = ""] = written.headers.getSetCookie();
    expect(cookie).toMatch(/^galley_position=[\w-]{22}; Path=\/; Max-Age=30; SameSite=Lax; HttpOnly$/);
    expect(cookie).toContain(written.headers.get(POSITION));
    const read = (sent: string) => reader.fetch("/api/posts", { headers: { cookie: sent.split(";")[0] ?? "" } });
    const reply = await read(cookie);
    expect(((await reply.json()) as { data: unknown[] }).data).toHaveLength(1);
    expect([reply.status, reply.headers.getSetCookie(), reply.headers.get(POSITION)]).toEqual([200, [], null]);
    away.add(2);
    expect((await read((await create(writer, "Two")).headers.getSetCookie()[0] ?? "")).status).toBe(503);
    expect((await read("galley_position=made-up")).status).toBe(200);
  });

  it("do not exist unless they are configured", async () => {
    const { log } = reachableLog();
    await using galley = await open(log);
    const reply = await create(galley, "One");
    expect([reply.headers.getSetCookie(), reply.headers.get(POSITION)?.length]).toEqual([[], 22]);
  });
});
