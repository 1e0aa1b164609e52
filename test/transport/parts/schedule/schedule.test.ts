import { describe, expect, it } from "vitest";
import { type Galley, ValidationError } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { eventually } from "../../../support/eventually.ts";
import { sendTo } from "../../../support/requests/json.ts";
import { openGalley, SILENT } from "../../../support/servers/open-galley.ts";

const SCHEMA = schemaOf(
  {
    post: {
      attributes: {
        title: { type: "string", required: true },
        secret: { type: "string", private: true },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    tag: {
      dp: false,
      attributes: {
        name: { type: "string" },
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
    home: { kind: "singleType", attributes: { title: { type: "string" } } },
    page: {
      pluginOptions: { i18n: { localized: true } },
      attributes: { title: { type: "string", pluginOptions: { i18n: { localized: true } } } },
    },
  },
  { "shared.seo": { text: { type: "string" } } },
);

const START = "2027-01-01T00:00:00.000Z";
const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.parse(START) + hours * HOUR).toISOString();

const TOKENS = [
  { name: "full", token: "full-access-token", access: "full-access" },
  { name: "ed", token: "token-of-the-editor", role: "editor" },
  { name: "reader", token: "token-of-the-reader", access: "read-only" },
] as const;
const ROLES = {
  public: { post: ["find", "findOne"] },
  editor: { post: ["find", "findOne", "publish", "unpublish"] },
} as const;

const start = (options: object = {}): Promise<Galley> =>
  openGalley({
    schema: SCHEMA,
    tokens: TOKENS,
    roles: ROLES,
    clock: START,
    schedule: true,
    locales: ["en", "de"],
    ...options,
  });

interface Told {
  readonly status: number;
  readonly body: { readonly data?: never; readonly error?: { readonly message: string } };
}

async function call(galley: Galley, request: string, body?: object, token = "full-access-token"): Promise<Told> {
  const [method = "GET", path = ""] = request.split(" ");
  const answer = await sendTo(galley, method, path, body, token === "" ? {} : { authorization: `Bearer ${token}` });
  return { status: answer.status, body: answer.body ?? {} };
}

async function draft(galley: Galley, data: object = { title: "Bread" }, type = "api::post.post"): Promise<string> {
  return (await galley.documents(type).create({ data } as never)).documentId as string;
}

async function published(galley: Galley, path: string): Promise<unknown> {
  const { status, body } = await call(galley, `GET ${path}`);
  return status === 200 ? body.data : null;
}

describe("a schedule", () => {
  it("publishes and unpublishes in order, once advance resolves", async () => {
    const galley = await start();
    const id = await draft(galley);
    const put = await call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(1) });
    const scheduled = { type: "api::post.post", documentId: id, locale: null, action: "publish", at: at(1) };
    const by = { kind: "token", name: "full" };
    expect(put).toEqual({
      status: 200,
      body: { data: { id: expect.any(String), ...scheduled, pin: false, state: "waiting", by }, meta: {} },
    });
    await call(galley, `PUT /api/posts/${id}/actions/unpublish`, { at: at(3) });
    expect(await published(galley, `/api/posts/${id}`)).toBeNull();
    await galley.clock.advance(2 * HOUR);
    expect(await published(galley, `/api/posts/${id}`)).toMatchObject({ title: "Bread" });
    expect((await call(galley, `GET /api/posts/${id}/schedule`)).body.data).toMatchObject([{ action: "unpublish" }]);
    await galley.clock.advance(2 * HOUR);
    expect(await published(galley, `/api/posts/${id}`)).toBeNull();
    expect((await call(galley, `GET /api/posts/${id}/schedule`)).body.data).toEqual([]);
  });

  it("is in order over documents and both actions where several are due at once", async () => {
    const galley = await start();
    const told: string[] = [];
    galley.on("*", ({ event, documentId }) => void told.push(`${event} ${documentId}`));
    const ids = [await draft(galley), await draft(galley), await draft(galley)];
    const [a = "", b = "", c = ""] = ids;
    await galley.schedule({ type: "post", documentId: c, action: "publish", at: at(1) });
    await galley.schedule({ type: "post", documentId: b, action: "publish", at: at(2) });
    await galley.schedule({ type: "post", documentId: c, action: "unpublish", at: at(3) });
    await galley.schedule({ type: "post", documentId: a, action: "publish", at: at(4) });
    told.length = 0;
    await galley.clock.advance(5 * HOUR);
    await eventually(() =>
      expect(told).toEqual([`entry.publish ${c}`, `entry.publish ${b}`, `entry.unpublish ${c}`, `entry.publish ${a}`]),
    );
  });

  it("replaces one of equal kind and locale, and can be cancelled", async () => {
    const galley = await start();
    const id = await draft(galley);
    await call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(1) });
    await call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(2) });
    const { body } = await call(galley, `GET /api/posts/${id}/schedule`);
    expect(body.data).toMatchObject([{ at: at(2) }]);
    await galley.clock.advance(1.5 * HOUR);
    expect(await published(galley, `/api/posts/${id}`)).toBeNull();
    const [{ id: schedule }] = body.data as unknown as [{ id: string }];
    const path = `/api/posts/${id}/schedule/${schedule}`;
    expect((await call(galley, `DELETE ${path}`)).status).toBe(204);
    expect((await call(galley, `DELETE ${path}`)).status).toBe(404);
    await galley.clock.advance(HOUR);
    expect(await published(galley, `/api/posts/${id}`)).toBeNull();
  });

  it("never fires a second time: what was unpublished by hand stays so", async () => {
    const galley = await start();
    const id = await draft(galley);
    await galley.schedule({ type: "post", documentId: id, action: "publish", at: at(1) });
    await galley.clock.advance(HOUR);
    await galley.documents("api::post.post").unpublish({ documentId: id });
    await galley.clock.set(at(0.5));
    await galley.clock.advance(24 * HOUR);
    expect(await published(galley, `/api/posts/${id}`)).toBeNull();
  });

  it("is for a locale, or for all that the document has then", async () => {
    const galley = await start();
    const pages = galley.documents("api::page.page");
    const id = await draft(galley, { title: "Bread" }, "api::page.page");
    await pages.update({ documentId: id, locale: "de", data: { title: "Brot" } } as never);
    await call(galley, `PUT /api/pages/${id}/actions/publish`, { at: at(1), locale: "de" });
    await call(galley, `PUT /api/pages/${id}/actions/unpublish`, { at: at(2), locale: "*" });
    const all = await call(galley, `PUT /api/pages/${id}/actions/publish`, { at: at(3), locale: "*" });
    expect(all.body.data).toMatchObject({ locale: "*" });
    await galley.clock.advance(HOUR);
    const shown = async () => [
      await published(galley, `/api/pages/${id}`),
      await published(galley, `/api/pages/${id}?locale=de`),
    ];
    expect(await shown()).toMatchObject([null, { title: "Brot" }]);
    await galley.clock.advance(HOUR);
    expect(await shown()).toEqual([null, null]);
    await galley.clock.advance(HOUR);
    expect(await shown()).toMatchObject([{ title: "Bread" }, { title: "Brot" }]);
    expect((await call(galley, `PUT /api/pages/${id}/actions/publish`, { at: at(9), locale: "xx" })).status).toBe(400);
  });

  it("pins the draft of the day of scheduling, and leaves the draft of the time alone", async () => {
    const galley = await start();
    const tags = galley.documents("api::tag.tag");
    const [bread, rye] = [await tags.create({ data: { name: "bread" } }), await tags.create({ data: { name: "rye" } })];
    const data = { title: "Pinned", secret: "x", tags: [bread.documentId, rye.documentId], seo: { text: "one" } };
    const posts = galley.documents("api::post.post");
    const id = await draft(galley, data);
    const put = await call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(1), pin: true });
    expect(put.body.data).toMatchObject({ pin: true });
    const later = { title: "Later", secret: "y", tags: [rye.documentId], seo: { text: "two" } };
    await posts.update({ documentId: id, data: later } as never);
    const populate = { tags: true, seo: true };
    const before = await posts.findOne({ documentId: id, populate } as never);
    await galley.clock.advance(HOUR);
    expect(await posts.findOne({ documentId: id, populate } as never)).toEqual(before);
    expect(await posts.findOne({ documentId: id, status: "published", populate } as never)).toMatchObject({
      title: "Pinned",
      secret: "x",
      tags: [{ name: "bread" }, { name: "rye" }],
      seo: { text: "one" },
    });
  });

  it("is for single types too", async () => {
    const galley = await start();
    expect((await call(galley, "PUT /api/home/actions/publish", { at: at(1) })).status).toBe(404);
    await draft(galley, { title: "Home" }, "api::home.home");
    expect((await call(galley, "PUT /api/home/actions/publish", { at: at(1) })).status).toBe(200);
    expect((await call(galley, "GET /api/home/schedule")).body.data).toMatchObject([{ action: "publish" }]);
    await galley.clock.advance(HOUR);
    expect(await published(galley, "/api/home")).toMatchObject({ title: "Home" });
  });

  it.each([
    [{}, "at: is missing"],
    [{ at: "tomorrow" }, "at: must be a date and a time, as 2027-01-01T06:00:00Z"],
    [{ at: START }, "at: must lie in the future"],
    [{ at: at(1), pin: 1 }, "pin: must be true or false"],
    [{ at: at(1), locale: 1 }, "locale: must be the code of a locale, or *"],
    [{ at: at(1), pinn: true }, "pinn: is not a known key: did you mean pin?"],
  ])("refuses %j", async (body, message) => {
    const galley = await start();
    const id = await draft(galley);
    const { status, body: told } = await call(galley, `PUT /api/posts/${id}/actions/publish`, body);
    expect([status, told.error?.message]).toEqual([400, message]);
  });

  it("takes a time as an attribute of type datetime does, and nothing that has no instant in its years", async () => {
    const galley = await start();
    const atOf = async (time: unknown) => {
      const id = await draft(galley);
      const { status, body } = await call(galley, `PUT /api/posts/${id}/actions/publish`, { at: time });
      return status === 200 ? (body.data as unknown as { at: string }).at : status;
    };
    expect(await atOf("2127-01-01T06:00:00+14:00")).toBe("2126-12-31T16:00:00.000Z");
    expect(await atOf("2127-01-01T24:00:00Z")).toBe("2127-01-02T00:00:00.000Z");
    expect(await atOf("2127-01-01")).toBe("2127-01-01T00:00:00.000Z");
    expect(await atOf(253_402_300_799_999)).toBe("9999-12-31T23:59:59.999Z");
    const odd = [253_402_300_800_000, "+010000-01-01T00:00:00Z", "-000001-01-01T00:00:00Z", 1e300, -1, true, [], {}];
    const texts = ["2126-02-30T00:00:00Z", "2126-06-30T23:59:60Z", "2127-01-01T06:00:00+99:00", " 2127-01-01 ", ""];
    for (const time of [...odd, ...texts]) expect(await atOf(time)).toBe(400);
    expect(await published(galley, "/api/posts")).toEqual([]);
  });
});

describe("a schedule that cannot be carried out", () => {
  it("fails with its faults, once, until it is changed", async () => {
    const warned: string[] = [];
    const logger = { ...SILENT, warn: (_: object, text: string) => void warned.push(text) };
    const galley = await start({
      logger,
      webhooks: [{ name: "ops", url: "https://x.org", events: ["schedule.failed"] }],
    });
    const told: unknown[] = [];
    galley.on("schedule.failed", ({ uid, documentId, entry }) => void told.push([uid, documentId, entry()]));
    const id = await draft(galley, {});
    await call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(1) });
    await galley.clock.advance(HOUR);
    const faults = [{ path: ["title"], message: expect.stringMatching(/^title must/) }];
    const { body } = await call(galley, `GET /api/posts/${id}/schedule`);
    expect(body.data).toMatchObject([{ state: "failed", faults }]);
    expect(warned).toEqual([expect.stringContaining("A scheduled publish failed, and is not tried again")]);
    await eventually(() => expect(told).toMatchObject([["api::post.post", id, { action: "publish", faults }]]));
    expect(galley.webhooks.deliveries()).toMatchObject([{ event: "schedule.failed", body: { entry: { faults } } }]);
    expect((await call(galley, "GET /_health")).body).toMatchObject({ schedule: { failed: 1, missed: 0 } });
    await galley.documents("api::post.post").update({ documentId: id, data: { title: "Bread" } } as never);
    await galley.clock.advance(HOUR);
    expect(await published(galley, `/api/posts/${id}`)).toBeNull();
    await call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(3) });
    expect((await call(galley, "GET /_health")).body).not.toHaveProperty("schedule");
    await galley.clock.advance(HOUR);
    expect(await published(galley, `/api/posts/${id}`)).toMatchObject({ title: "Bread" });
  });

  it("fails if its document is gone", async () => {
    const galley = await start();
    const id = await draft(galley);
    await galley.schedule({ type: "post", documentId: id, action: "unpublish", at: at(1) });
    await galley.documents("api::post.post").delete({ documentId: id });
    await galley.clock.advance(HOUR);
    const faults = [{ message: "The document has been deleted" }];
    expect((await call(galley, `GET /api/posts/${id}/schedule`)).body.data).toMatchObject([
      { state: "failed", faults },
    ]);
  });

  it("fails if whoever scheduled it has lost the right, or the token", async () => {
    const galley = await start();
    const ids = [await draft(galley), await draft(galley)];
    const put = (id = "", hour: number) =>
      call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(hour) }, "token-of-the-editor");
    await put(ids[0], 1);
    await put(ids[1], 2);
    galley.setAccess({ tokens: [...TOKENS], roles: { ...ROLES, editor: { post: ["find"] } } });
    await galley.clock.advance(HOUR);
    galley.setAccess({ tokens: [TOKENS[0]], roles: ROLES });
    await galley.clock.advance(HOUR);
    for (const id of ids) {
      const { body } = await call(galley, `GET /api/posts/${id}/schedule`);
      expect(body.data).toMatchObject([
        {
          state: "failed",
          faults: [{ message: "Whoever scheduled this may no longer publish entries of api::post.post" }],
        },
      ]);
    }
  });

  it("is with the rights of a user, as long as they are not blocked", async () => {
    const roles = { ...ROLES, authenticated: { post: ["publish", "unpublish"] } };
    const galley = await start({ users: true, roles, jwtSecret: "a-secret-of-some-length" });
    const ada = (await galley.make("user", { username: "ada" } as never)) as { id: number; documentId: string };
    const { Authorization } = (await galley.signIn(ada as never)) as { Authorization: string };
    const token = Authorization.replace("Bearer ", "");
    const ids = [await draft(galley), await draft(galley)];
    const put = (id = "", hour: number) =>
      call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(hour) }, token);
    expect((await put(ids[0], 1)).status).toBe(200);
    await put(ids[1], 2);
    const heard: unknown[] = [];
    galley.on("entry.publish", ({ by, cause }) => void heard.push([by, cause]));
    await galley.clock.advance(HOUR);
    await eventually(() => expect(heard).toEqual([[{ kind: "user", name: String(ada.id) }, "schedule"]]));
    const users = galley.documents("plugin::users-permissions.user");
    await users.update({ documentId: ada.documentId, data: { blocked: true } } as never);
    await galley.clock.advance(HOUR);
    expect(await published(galley, `/api/posts/${ids[0]}`)).not.toBeNull();
    expect(await published(galley, `/api/posts/${ids[1]}`)).toBeNull();
  });
});

describe("hooks and guards of a schedule", () => {
  it("run as for any write", async () => {
    const galley = await start();
    const seen: unknown[] = [];
    galley.use({ types: ["post"], actions: ["publish"] }, async ({ action, source, caller, params }, next) => {
      const result = await next();
      seen.push([action, source, caller, params.documentId, result.entries[0].title]);
      return result;
    });
    galley.guard({ types: ["post"] }, ({ after }) => {
      if (after?.status === "published" && after.title === "No") throw new ValidationError("not this one");
    });
    const [id, no] = [await draft(galley), await draft(galley, { title: "No" })];
    for (const documentId of [id, no])
      await call(galley, `PUT /api/posts/${documentId}/actions/publish`, { at: at(1) });
    await galley.clock.advance(HOUR);
    expect(seen).toEqual([["publish", "schedule", { kind: "token", name: "full" }, id, "Bread"]]);
    expect((await call(galley, `GET /api/posts/${no}/schedule`)).body.data).toMatchObject([
      { state: "failed", faults: [{ message: "not this one" }] },
    ]);
  });

  it("may decide that nothing happens, which ends the schedule", async () => {
    const galley = await start();
    galley.use({ actions: ["publish"] }, () => null);
    const id = await draft(galley);
    await galley.schedule({ type: "post", documentId: id, action: "publish", at: at(1) });
    await galley.clock.advance(HOUR);
    expect(await published(galley, `/api/posts/${id}`)).toBeNull();
    expect((await call(galley, `GET /api/posts/${id}/schedule`)).body.data).toEqual([]);
  });
});

describe("what callers see of schedules", () => {
  it("is for those who may publish, of what they may publish", async () => {
    const galley = await start();
    const [post, page] = [await draft(galley), await draft(galley, { title: "Page" }, "api::page.page")];
    await call(galley, `PUT /api/posts/${post}/actions/publish`, { at: at(1) });
    await call(galley, `PUT /api/pages/${page}/actions/publish`, { at: at(2) });
    const full = await call(galley, "GET /api/_schedule");
    expect(full.body.data).toMatchObject([{ documentId: post, by: {} }, { documentId: page }]);
    const own = await call(galley, "GET /api/_schedule", undefined, "token-of-the-editor");
    expect(own.body.data).toEqual([expect.not.objectContaining({ by: expect.anything() })]);
    for (const token of ["", "token-of-the-reader"]) {
      const status = token === "" ? 401 : 403;
      for (const path of ["/api/_schedule", `/api/posts/${post}/schedule`, "/api/posts/none/schedule"])
        expect([path, (await call(galley, `GET ${path}`, undefined, token)).status]).toEqual([path, status]);
      for (const id of [post, "none"])
        expect((await call(galley, `PUT /api/posts/${id}/actions/publish`, { at: at(1) }, token)).status).toBe(status);
    }
    const range = `from=${at(1.5)}&to=${at(3)}`;
    expect((await call(galley, `GET /api/_schedule?${range}`)).body.data).toMatchObject([{ documentId: page }]);
    expect((await call(galley, "GET /api/_schedule?from=soon")).status).toBe(400);
    expect((await call(galley, "GET /api/_schedule?form=x")).status).toBe(400);
  });

  it("is nowhere else: not among types, entries or events, and not what * grants", async () => {
    const galley = await start({ roles: { ...ROLES, public: { "*": ["find", "findOne"] } }, graphql: true });
    const id = await draft(galley);
    const told: string[] = [];
    galley.on("*", ({ uid }) => void told.push(uid));
    await galley.schedule({ type: "post", documentId: id, action: "publish", at: at(1) });
    const types = await call(galley, "GET /api/content-type-builder/content-types");
    expect(JSON.stringify(types.body)).not.toContain("galley::");
    expect((await call(galley, "GET /api/galley-schedules")).status).toBe(404);
    const document = JSON.stringify(await galley.openapi());
    expect(document).toContain("/api/posts/{documentId}/schedule");
    expect(document).not.toMatch(/galley::|galley-schedule/i);
    const query = JSON.stringify({ query: "{ __schema { types { name } } }" });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: query };
    expect(await (await galley.fetch("/graphql", init)).text()).not.toMatch(/galley/i);
    await galley.documents("api::tag.tag").create({ data: {} });
    await eventually(() => expect(told).toEqual(["api::tag.tag"]));
  });

  it.each(["contract", "strapi"])("are routes of the profile %s only if they are asked for", async (profile) => {
    const statusOf = async (options: object) => {
      const galley = await start({ profile, schedule: undefined, ...options });
      const id = await draft(galley);
      const scheduling = galley.schedule({ type: "post", documentId: id, action: "publish", at: at(1) });
      const state = await scheduling.then(
        (scheduled) => scheduled.state,
        (error: Error) => error.message,
      );
      const routes = ["PUT /api/posts/ID/actions/publish", "GET /api/posts/ID/schedule", "GET /api/_schedule"];
      const bodies = [{ at: at(1) }];
      const calls = routes.map((route, n) => call(galley, route.replace("ID", id), bodies[n]));
      return [...(await Promise.all(calls)).map(({ status }) => status), state];
    };
    const none = profile === "strapi" ? 405 : 404;
    expect(await statusOf({})).toEqual([none, 404, 404, "waiting"]);
    expect(await statusOf({ rest: { actions: true } })).toEqual([200, 200, 200, "waiting"]);
    expect(await statusOf({ schedule: { catchUp: 0 } })).toEqual([200, 200, 200, "waiting"]);
    const off = "Schedules are off. The option schedule: true switches them on";
    expect(await statusOf({ schedule: false })).toEqual([none, 404, 404, off]);
  });
});

describe("forks, resets and snapshots", () => {
  it("copy schedules, which fire by the clock of each alone", async () => {
    const galley = await start({ clock: undefined });
    const id = await draft(galley);
    const soon = new Date(galley.clock.now() + HOUR).toISOString();
    await galley.schedule({ type: "post", documentId: id, action: "publish", at: soon });
    const fork = galley.fork();
    await fork.clock.advance(HOUR);
    expect(await published(fork, `/api/posts/${id}`)).not.toBeNull();
    expect(await published(galley, `/api/posts/${id}`)).toBeNull();
    const other = galley.fork();
    const snapshot = other.snapshot();
    await other.clock.advance(HOUR);
    await other.restore(snapshot);
    expect(await published(other, `/api/posts/${id}`)).toBeNull();
    await other.clock.advance(HOUR);
    expect(await published(other, `/api/posts/${id}`)).not.toBeNull();
  });
});
