import { describe, expect, it, onTestFinished } from "vitest";
import { defineSchema, type SchemaDefinition } from "../../../../engine/internal.ts";
import { hiddenRoutes, PLUGIN_ROUTES } from "../../../../transport/contract/model/hidden-routes.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { withJson } from "../../../support/requests/json.ts";

const attributes = { t: { type: "string" } } as const;
const TOKEN = { name: "full", token: "full", access: "full-access" } as const;
const headers = { authorization: "Bearer full" };

const single = (singularName: string) => ({
  kind: "singleType" as const,
  info: { singularName, pluralName: `${singularName}-list`, displayName: singularName },
  attributes,
});

const collection = (pluralName: string) => ({
  info: { singularName: `one-of-${pluralName}`, pluralName, displayName: pluralName },
  attributes,
});

function schemaOf(name: string, kind: "single" | "collection"): SchemaDefinition {
  const type = kind === "single" ? single(name) : collection(name);
  const { singularName } = type.info;
  return { tolerant: true, contentTypes: { [`api::${singularName}.${singularName}`]: type } };
}

async function open(schema: SchemaDefinition, profile: "contract" | "strapi") {
  const galley = await createGalley({
    schema,
    profile,
    tokens: [TOKEN],
    users: {},
    graphql: true,
    todo: true,
  });
  onTestFinished(() => galley.close());
  const ask = async (method: string, path: string, body?: unknown) => {
    const init = withJson(method, body, headers);
    const response = await galley.fetch(path, init);
    const text = await response.text();
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  };
  return { galley, ask };
}

const NAMES = [
  "connect",
  "auth",
  "users",
  "upload",
  "email",
  "i18n",
  "content-type-builder",
  "users-permissions",
  "roles",
  "graphql",
  "todos",
  "uploads",
  "documentation",
  "admin",
  "count",
  "me",
  "files",
] as const;

describe.each(["contract", "strapi"] as const)(
  "a content type with the name of a plugin's path, in profile %s",
  (profile) => {
    it.each(NAMES)("%s as a single type", async (name) => {
      const { galley, ask } = await open(schemaOf(name, "single"), profile);
      expect(await ask("PUT", `/api/${name}`, { data: { t: "x" } })).toMatchObject({
        status: 200,
      });
      expect(await ask("GET", `/api/${name}`)).toMatchObject({ status: 200, body: { data: { t: "x" } } });
      expect((await ask("DELETE", `/api/${name}`)).status).toBeLessThan(300);
      const uid = `api::${name}.${name}`;
      const listed = galley.routes().filter(({ path }) => path === `/api/${name}`);
      const types = listed.map(({ method, needs }) => [method, typeof needs === "object" ? needs?.type : null]);
      expect(types).toEqual(expect.arrayContaining(["GET", "PUT", "DELETE"].map((method) => [method, uid])));
      expect(new Set(listed.map(({ method }) => method)).size).toBe(listed.length);
      const { paths } = (await galley.openapi()) as { readonly paths: { readonly [path: string]: object } };
      expect(Object.keys(paths[`/api/${name}`] ?? {})).toEqual(expect.arrayContaining(["get", "put", "delete"]));
    });

    it.each(NAMES)("%s as a collection", async (name) => {
      const { ask } = await open(schemaOf(name, "collection"), profile);
      const created = await ask("POST", `/api/${name}`, { data: { t: "x" } });
      expect(created.status).toBe(201);
      const { documentId } = created.body.data;
      expect(await ask("GET", `/api/${name}`)).toMatchObject({ status: 200, body: { data: [{ t: "x" }] } });
      expect(await ask("GET", `/api/${name}/${documentId}`)).toMatchObject({
        status: 200,
        body: { data: { documentId } },
      });
      expect(await ask("PUT", `/api/${name}/${documentId}`, { data: { t: "y" } })).toMatchObject({ status: 200 });
      expect((await ask("DELETE", `/api/${name}/${documentId}`)).status).toBeLessThan(300);
    });

    it("leaves the plugin's longer paths to it", async () => {
      const connect = await open(schemaOf("connect", "single"), profile);
      expect(await connect.ask("GET", "/api/connect/google")).toMatchObject({
        status: 400,
        body: { error: { message: "This provider is disabled" } },
      });
      const auth = await open(schemaOf("auth", "collection"), profile);
      expect((await auth.ask("POST", "/api/auth/local", {})).status).toBe(400);
      const upload = await open(schemaOf("upload", "single"), profile);
      expect(await upload.ask("GET", "/api/upload/files")).toMatchObject({ status: 200, body: "[]" });
    });

    it("hides the plugin's routes that are the same as its own", async () => {
      const { galley, ask } = await open(schemaOf("upload", "collection"), profile);
      expect((await ask("GET", "/api/upload/files")).status).toBe(404);
      expect(galley.routes().map(({ method, path }) => `${method} ${path}`)).not.toContain("GET /api/upload/files");
    });
  },
);

describe("routes of plugins that a content type hides", () => {
  it("are those of a galley", async () => {
    const { galley } = await open(schemaOf("page", "collection"), "strapi");
    const short = galley
      .routes()
      .map(({ method, path }) => `${method} ${path.slice("/api".length)}`)
      .filter((route) => /^[A-Z]+ \/(auth|connect|upload|users|users-permissions)(\/[^/]+)?$/.test(route));
    expect([...PLUGIN_ROUTES].sort()).toEqual(short.sort());
  });

  it.each([
    ["connect", "single", []],
    ["connect", "collection", ["GET /connect/:provider"]],
    ["auth", "collection", ["GET /auth/email-confirmation"]],
    ["upload", "collection", ["POST /upload", "GET /upload/files"]],
    ["users", "single", ["GET /users"]],
    ["users", "collection", PLUGIN_ROUTES.filter((route) => /\/users($|\/)/.test(route))],
    ["page", "collection", []],
  ] as const)("%s as a %s", (name, kind, hidden) => {
    const issues = hiddenRoutes(defineSchema(schemaOf(name, kind)));
    expect(issues.map(({ message }) => message.split(": ")[1]?.split(", "))).toEqual(
      hidden.length === 0 ? [] : [[...hidden]],
    );
  });
});
