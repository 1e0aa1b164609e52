import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { withJson } from "../../support/requests/json.ts";

/** More than a read sorts at once, so that reads which may be suspended are. */
const ROWS = 3_000;
const FULL = { authorization: "Bearer full-access-token", "content-type": "application/json" };
const QUERIES = [
  "",
  "?sort=createdAt:desc&sort=name",
  "?sort=username:desc&start=2900&limit=2",
  "?filters[id][$gt]=10",
];

function rowOf(at: number) {
  return {
    tag: { name: `tag ${at % 17}` },
    file: {
      ...{ name: `${at % 7}.txt`, hash: `h${at}`, ext: ".txt", mime: "text/plain", size: at % 13, url: `/h${at}.txt` },
      provider: "local",
    },
    user: { username: `user ${at}`, email: `u${(at * 7919) % ROWS}@example.org` },
  };
}

describe("content of many rows", () => {
  let galley: Galley;
  beforeAll(async () => {
    const opened = await createGalley({
      schema: schemaOf({ tag: { dp: false, attributes: { name: { type: "string" } } } }),
      profile: "strapi",
      users: true,
      uploads: true,
      graphql: true,
      control: true,
      routes: "json-server",
      tokens: [{ name: "full", token: "full-access-token", access: "full-access" }],
    });
    galley = opened as unknown as Galley;
    const types = { tag: "api::tag.tag", file: "plugin::upload.file", user: "plugin::users-permissions.user" } as const;
    for (let at = 0; at < ROWS; at += 1) {
      for (const [name, data] of Object.entries(rowOf(at)))
        await galley
          .documents(types[name as keyof typeof types] as "plugin::upload.file")
          .create({ data: data as never });
    }
  }, 60_000);
  afterAll(() => galley.close());

  it("is read by every route, in any order and on late pages", async () => {
    const paths = galley
      .routes()
      .flatMap(({ method, path }) => (method === "GET" ? [path.replace(/:[^/]+/g, "1")] : []));
    expect(paths).toEqual(expect.arrayContaining(["/api/tags", "/api/users", "/api/upload/files", "/tags"]));
    const failed: string[] = [];
    for (const path of paths) {
      for (const query of QUERIES) {
        // Forks, as indexes that an earlier request has had built would spare the next one the wait.
        const { status } = await galley.fork().fetch(path + query, { headers: FULL });
        if (status >= 500) failed.push(`${status} ${path}${query}`);
      }
    }
    expect(failed).toEqual([]);
  }, 60_000);

  it.each([
    ["/api/users?sort=email:desc&limit=3", (one: { email: string }) => one.email],
    ["/api/upload/files?sort=hash:desc&limit=3", (one: { hash: string }) => one.hash],
  ])("is in the order of %s", async (path, keyOf) => {
    const response = await galley.fork().fetch(path, { headers: FULL });
    const listed = ((await response.json()) as never[]).map(keyOf);
    const all = Array.from({ length: ROWS }, (_, at) => keyOf({ ...rowOf(at).user, ...rowOf(at).file } as never));
    expect(listed).toEqual(all.sort().reverse().slice(0, 3));
  });

  it("is read over GraphQL", async () => {
    const query = `{
      tags(sort: "name:desc", pagination: { limit: 1 }) { name }
      uploadFiles(sort: "hash:desc", pagination: { limit: 1 }) { name }
      usersPermissionsUsers_connection(sort: "email:desc", pagination: { limit: 1 }) { nodes { email } }
    }`;
    const response = await galley.fork().fetch("/graphql", withJson("POST", { query }, FULL));
    expect(await response.json()).toMatchObject({ data: { tags: [{ name: "tag 9" }] } });
  });
});
