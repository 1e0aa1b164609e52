import dns, { type LookupAddress } from "node:dns";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished, vi } from "vitest";
import { JournalStorage } from "../../../../storage/internal.ts";
import type { Galley, WebhookConfig } from "../../../../transport/galley.ts";
import { isPrivateAddress } from "../../../../transport/runtime/private-address.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";
import { openServer } from "../../../support/servers/open-server.ts";

interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The bodies that the peer's webhook got. */
  readonly hooks: readonly string[];
}

type LookedUp = (error: Error | null, found: readonly LookupAddress[]) => void;

type NewEntry = { readonly documentId: string };
type Answer = readonly NewEntry[] | { readonly data?: NewEntry } | null;

const recorded = (name: string) => JSON.parse(readFileSync(new URL(`recorded/${name}.json`, import.meta.url), "utf8"));
const SCHEMA = schemaOf({ post: { attributes: { title: { type: "string" } } } });
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const PUBLISH = { name: "site", url: "https://www.example.org/hook", events: ["entry.publish"] };
const FULL = { authorization: "Bearer full" };
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const start = (webhooks: readonly WebhookConfig[], options: object = {}): Promise<Galley> =>
  openGalley({
    schema: SCHEMA,
    tokens: [{ name: "ci", token: "full", access: "full-access" }],
    webhooks,
    ...options,
  });

async function publish(galley: Galley, title: string): Promise<string> {
  const { documentId } = await galley.documents("api::post.post").create({ data: { title }, status: "published" });
  return String(documentId);
}

/** A receiver that answers what `answer` says, by default 200. */
async function receiver(answer: (request: IncomingMessage) => number = () => 200) {
  const got: { headers: IncomingMessage["headers"]; rawHeaders: string[]; body: string }[] = [];
  const { url } = await openServer(async (request, response) => {
    got.push({ headers: request.headers, rawHeaders: request.rawHeaders, body: await text(request) });
    response.writeHead(answer(request), { location: "/elsewhere" }).end();
  });
  return { got, url: `${url}/hook` };
}

/** Without what differs from run to run. */
function comparable(texts: readonly string[]): readonly string[] {
  const ids = new Map<string, string>();
  return texts.map((text) =>
    text
      .replace(
        /"documentId":"([a-z0-9]{24})"/g,
        (_, id) => `"documentId":"${ids.get(id) ?? ids.set(id, `d${ids.size}`).get(id)}"`,
      )
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "TIME")
      .replace(/dot_\w{10}/g, "dot_HASH")
      // The peer writes pictures anew.
      .replace(/"size":0\.\d+/g, '"size":N')
      .replace(/"big":"\d+"/g, '"big":"N"'),
  );
}

/** Entries of a type without drafts show published entries only: the peer shows drafts beside them. */
function withoutDrafts(text: string): string {
  const body = JSON.parse(text);
  if (body.uid !== "api::author.author" || body.entry.posts === undefined) return text;
  const posts = body.entry.posts.filter((post: { publishedAt: string | null }) => post.publishedAt !== null);
  return JSON.stringify({ ...body, entry: { ...body.entry, posts } });
}

it("makes the bodies that Strapi sends, but for times", async () => {
  const steps: readonly Step[] = recorded("bodies");
  const galley = await start([{ name: "all", url: "https://www.example.org/hook" }], {
    schema: recorded("types"),
    profile: "strapi",
    uploads: true,
    locales: ["en"],
  });
  const ids = new Map<string, string>();
  const translated = (text: string) => text.replace(/[a-z][a-z0-9]{23}/g, (id) => ids.get(id) ?? id);
  const expected: string[] = [];
  for (const { method, path, body, hooks } of steps) {
    const init: RequestInit = { method, headers: FULL };
    if (body === "form") {
      const form = new FormData();
      form.append("files", new Blob([Buffer.from(PIXEL, "base64")], { type: "image/png" }), "dot.png");
      form.append("fileInfo", JSON.stringify({ alternativeText: "alt" }));
      init.body = form;
    } else if (body !== undefined) {
      init.headers = { ...FULL, "content-type": "application/json" };
      init.body = translated(JSON.stringify(body));
    }
    const response = await galley.fetch(translated(path), init);
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    const answer = (response.status === 204 ? null : await response.json()) as Answer;
    const theirs = JSON.parse(hooks[0] ?? "{}");
    const own = answer !== null && "data" in answer ? answer.data : (answer as readonly NewEntry[] | null)?.[0];
    const id = (theirs.entry ?? theirs.media)?.documentId;
    if (own?.documentId !== undefined && id !== undefined) ids.set(id, own.documentId);
    expected.push(...hooks);
  }
  const bodies = galley.webhooks.deliveries().map(({ body }) => JSON.stringify(body));
  expect(comparable(bodies)).toEqual(comparable(expected.map(withoutDrafts)));
});

it("sends signed requests that Standard Webhooks verifies, with Strapi's headers", async () => {
  const { got, url } = await receiver();
  const webhook = { ...PUBLISH, url, secret: [SECRET, "plain text"], allowPrivate: true, headers: { "X-Mine": "yes" } };
  const galley = await start([webhook], { deliver: true });
  await publish(galley, "Bread");
  await galley.webhooks.settled();
  expect(got).toHaveLength(1);
  const [{ headers, rawHeaders, body } = { headers: {}, rawHeaders: [], body: "" }] = got;
  expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toMatchObject({
    entry: { title: "Bread" },
  });
  const plain = new Webhook("plain text", { format: "raw" });
  expect(plain.verify(body, headers as Record<string, string>)).toMatchObject({ event: "entry.publish" });
  expect(rawHeaders.join(" ")).toContain("X-Mine yes X-Strapi-Event entry.publish Content-Type application/json");
  expect(headers["x-strapi-signature-256"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  expect(galley.webhooks.deliveries()).toMatchObject([{ state: "delivered", tries: 1, webhook: "site" }]);
});

it("tries again as the clock goes on, with the same bytes under the same id, in order for each document", async () => {
  let failures = 2;
  const { got, url } = await receiver(() => (failures-- > 0 ? 500 : 200));
  const webhook = { ...PUBLISH, events: ["entry.*"], url, allowPrivate: true };
  const galley = await start([webhook], { deliver: true, clock: { start: "2026-01-01T00:00:00.000Z", step: 1 } });
  const documentId = await publish(galley, "a");
  await galley.documents("api::post.post").update({ documentId, data: { title: "b" } });
  await galley.webhooks.settled();
  expect(got).toHaveLength(1);
  await galley.clock.advance(7_000);
  await galley.webhooks.settled();
  expect(got).toHaveLength(2);
  await galley.clock.advance(400_000);
  await galley.webhooks.settled();
  expect(got.map(({ headers }) => headers["x-strapi-event"])).toEqual([
    "entry.create",
    "entry.create",
    "entry.create",
    "entry.publish",
    "entry.update",
  ]);
  expect(new Set(got.slice(0, 3).map(({ body }) => body)).size).toBe(1);
  expect(new Set(got.slice(0, 3).map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(galley.webhooks.deliveries().map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
});

it("gives up after the last try, follows no redirect, and sends a dead delivery again on request", async () => {
  let status = 302;
  const { got, url } = await receiver(() => status);
  const webhook = { ...PUBLISH, url, allowPrivate: true };
  const galley = await start([webhook], { deliver: true, control: true, clock: { start: "2026-01-01T00:00:00.000Z" } });
  await publish(galley, "a");
  await galley.webhooks.settled();
  for (let times = 0; times < 8; times += 1) {
    await galley.clock.advance(13 * 3_600_000);
    await galley.webhooks.settled();
  }
  expect(got).toHaveLength(8);
  const control = (method: string, path: string) =>
    galley.fetch(`/__galley/webhooks${path}`, { method, headers: FULL });
  const { data } = (await (await control("GET", "/deliveries?state=dead")).json()) as { data: { id: string }[] };
  expect(data).toMatchObject([{ state: "dead", tries: 8, reason: "302 Found" }]);
  status = 200;
  expect((await control("POST", `/deliveries/${data[0]?.id}/redeliver`)).status).toBe(204);
  await galley.webhooks.settled();
  expect(galley.webhooks.deliveries()).toMatchObject([{ state: "delivered" }]);
  expect((await control("POST", "/deliveries/none/redeliver")).status).toBe(404);
  expect((await control("POST", "/deliveries/%25/redeliver")).status).toBe(404);
  expect((await control("GET", "/deliveries?state=x")).status).toBe(400);
  expect(await (await control("GET", "")).json()).toMatchObject({ data: [{ name: "site", state: "sends" }] });
});

it("switches a webhook off that is answered 410, and obeys Retry-After", async () => {
  const answers = [
    new Response(null, { status: 429, headers: { "retry-after": "60" } }),
    new Response(null, { status: 410 }),
  ];
  let count = 0;
  const deliver = () => answers[count++] ?? new Response();
  const galley = await start([PUBLISH], { deliver, clock: { start: "2026-01-01T00:00:00.000Z" } });
  await publish(galley, "a");
  await galley.webhooks.settled();
  await galley.clock.advance(59_000);
  await galley.webhooks.settled();
  expect(count).toBe(1);
  await galley.clock.advance(1_000);
  await galley.webhooks.settled();
  expect(count).toBe(2);
  await publish(galley, "b");
  await galley.webhooks.settled();
  expect(count).toBe(2);
  expect(galley.webhooks.states()).toMatchObject([{ state: "off" }]);
  expect(galley.webhooks.deliveries()[0]?.reason).toBe("410 Gone: switched off until the configuration changes");
});

it("goes on after a restart with what was not delivered, in order", async () => {
  const folder = await newFolder();
  const { got, url } = await receiver();
  const webhook = { ...PUBLISH, url, allowPrivate: true };
  const down = { deliver: () => new Response(null, { status: 503 }), storage: new JournalStorage(folder) };
  const first = await start([webhook], down);
  await publish(first, "a");
  await eventually(() => expect(first.webhooks.deliveries()).toMatchObject([{ state: "waiting", tries: 1 }]));
  await first.close();
  const second = await start([webhook], { deliver: true, storage: new JournalStorage(folder) });
  await publish(second, "b");
  await eventually(() => expect(got).toHaveLength(2));
  expect(got.map(({ body }) => JSON.parse(body).entry.title).sort()).toEqual(["a", "b"]);
});

it("sends each body once, though the consumer fails between storing it and going on", async () => {
  const storage = new JournalStorage(await newFolder());
  const done: string[] = [];
  let failures = 2;
  const { write } = storage.marks;
  storage.marks.write = async (name, expected, value) => {
    const isMove = name === "consumer:webhook.site" && JSON.parse(value ?? "").position > 0;
    if (isMove && failures-- > 0) throw new Error("The mark cannot be written");
    const isWritten = await write(name, expected, value);
    if (isMove) done.push("went on");
    return isWritten;
  };
  const deliver = async (request: Request) => {
    done.push(`sent ${JSON.parse(await request.text()).entry.title}`);
    return new Response();
  };
  const galley = await start([PUBLISH], { storage, deliver });
  const documentId = await publish(galley, "Bread");
  await eventually(() => expect(failures).toBeLessThan(2));
  // A body that is made anew would show it.
  await galley.documents("api::post.post").update({ documentId, data: { title: "Tea" } });
  await galley.webhooks.settled();
  expect(done.slice(0, 2)).toEqual(["went on", "sent Bread"]);
  expect(done.filter((each) => each.startsWith("sent"))).toEqual(["sent Bread"]);
});

it("refuses private addresses in the configuration and when it connects", async () => {
  await expect(start([{ ...PUBLISH, url: "http://10.0.0.7/x" }])).rejects.toThrow(
    "Webhook site: 10.0.0.7 is a private address (allowPrivate)",
  );
  const { got, url } = await receiver();
  const galley = await start([{ ...PUBLISH, url: url.replace("127.0.0.1", "localhost") }], { deliver: true });
  await publish(galley, "a");
  await eventually(() =>
    expect(galley.webhooks.deliveries()[0]?.reason).toMatch(
      /^(127\.0\.0\.1|::1) is a private address \(allowPrivate\)$/,
    ),
  );
  expect(got).toEqual([]);
  const refused = [
    "127.0.0.1",
    "169.254.169.254",
    "100.64.1.1",
    "::1",
    "fd00::1",
    "fe80::1",
    "::ffff:10.0.0.1",
    "::10.0.0.1",
    "::a00:1",
    "4000::1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "0.0.0.0",
  ];
  expect(refused.filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(["93.184.216.34", "2606:4700::1111"].filter(isPrivateAddress)).toEqual([]);
});

it("resolves a name for each try, and refuses it as soon as one of its addresses is private", async () => {
  const { got, url } = await receiver();
  const answers = [[], ["127.0.0.1"], ["93.184.216.34", "10.0.0.7"]];
  const tries = answers.length;
  vi.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: object, callback: LookedUp) => {
    const found = answers.shift() ?? [];
    if (found.length === 0) callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), []);
    else
      callback(
        null,
        found.map((address) => ({ address, family: 4 })),
      );
  }) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const clock = { start: "2026-01-01T00:00:00.000Z" };
  const galley = await start([{ ...PUBLISH, url: url.replace("127.0.0.1", "rebound.example") }], {
    deliver: true,
    clock,
  });
  await publish(galley, "a");
  const reasons: unknown[] = [];
  for (let count = 0; count < tries; count++) {
    await galley.webhooks.settled();
    reasons.push(galley.webhooks.deliveries()[0]?.reason);
    await galley.clock.advance(3_600_000);
  }
  expect(reasons).toEqual([
    "no address",
    "127.0.0.1 is a private address (allowPrivate)",
    "10.0.0.7 is a private address (allowPrivate)",
  ]);
  expect(got).toEqual([]);
});

it("forgets the deliveries of before with reset, those that are stored and wait too", async () => {
  const storage = new JournalStorage(await newFolder());
  let isDown = true;
  const got: string[] = [];
  const deliver = async (request: Request) => {
    if (isDown) return new Response(null, { status: 503 });
    got.push(JSON.parse(await request.text()).entry.title);
    return new Response();
  };
  const clock = { start: "2026-01-01T00:00:00.000Z" };
  const galley = await start([PUBLISH], { storage, deliver, clock });
  await publish(galley, "before");
  await galley.webhooks.settled();
  expect(await storage.marks.names("webhook:site/")).toHaveLength(1);
  let goOn = () => {};
  const stored = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const write = storage.marks.write.bind(storage.marks);
  const writes = vi
    .spyOn(storage.marks, "write")
    .mockImplementationOnce((...mark) => stored.then(() => write(...mark)));
  await publish(galley, "just before");
  await vi.waitFor(() => expect(writes).toHaveBeenCalled());
  setTimeout(goOn, 50);
  await galley.reset();
  expect(await storage.marks.names("webhook:site/")).toEqual([]);
  isDown = false;
  await publish(galley, "after");
  await galley.webhooks.settled();
  await galley.clock.advance(3_600_000);
  await galley.webhooks.settled();
  expect(got).toEqual(["after"]);
  expect(galley.webhooks.deliveries()).toMatchObject([{ state: "delivered" }]);
});

it("counts deliveries and the age of the oldest one that waits in the metrics", async () => {
  let isDown = true;
  const deliver = () => new Response(null, { status: isDown ? 503 : 204 });
  const clock = { start: "2026-01-01T00:00:00.000Z" };
  const galley = await start([PUBLISH], { deliver, metrics: true, clock });
  const lines = async () =>
    (await (await galley.fetch("/_metrics")).text()).split("\n").filter((line) => line.startsWith("galley_webhook"));
  expect(await lines()).toEqual(['galley_webhook_lag_seconds{name="site"} 0']);
  await publish(galley, "a");
  await galley.webhooks.settled();
  await galley.clock.advance(3_000);
  expect(await lines()).toEqual([
    'galley_webhook_deliveries_total{name="site",state="waiting"} 1',
    expect.stringMatching(/^galley_webhook_lag_seconds\{name="site"\} 3(\.\d+)?$/),
  ]);
  isDown = false;
  await galley.clock.advance(4_000);
  await galley.webhooks.settled();
  expect(await lines()).toEqual([
    'galley_webhook_deliveries_total{name="site",state="waiting"} 1',
    'galley_webhook_deliveries_total{name="site",state="delivered"} 1',
    'galley_webhook_lag_seconds{name="site"} 0',
  ]);
});

it("refuses what it does not know, with the place", async () => {
  await expect(start([{ ...PUBLISH, events: ["publish"] }])).rejects.toThrow(
    "Webhook site: events.0: is not known: did you mean entry.publish?",
  );
  await expect(start([PUBLISH, PUBLISH])).rejects.toThrow("Webhook site: name: is the name of another webhook");
  await expect(start([{ ...PUBLISH, evnts: [] } as unknown as WebhookConfig])).rejects.toThrow("evnts");
});

it("sends nothing about users unless they are named, and ends a loop", async () => {
  const galley = await start([{ name: "all", url: "https://www.example.org/hook" }], { deliver: () => new Response() });
  const write = (hop: string) =>
    galley.fetch("/api/posts", withJson("POST", { data: { title: hop } }, { ...FULL, "x-galley-hop": hop }));
  await write("4");
  await write("5");
  await galley.webhooks.settled();
  expect(galley.webhooks.deliveries().map(({ state }) => state)).toEqual(["delivered", "dead"]);
  expect(galley.webhooks.deliveries()[1]?.reason).toBe("a loop: 5 webhooks led to this event");
});
