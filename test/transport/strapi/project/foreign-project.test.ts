import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { generateTypes } from "../../../../transport/library/generate/generate-types.ts";
import { loadProject } from "../../../../transport/strapi/project/load-project.ts";
import { describeFault } from "../../../../transport/strapi/project/project-error.ts";
import { withJson } from "../../../support/requests/json.ts";
import { typeFile, writeProject } from "./write-project.ts";

const CAR = "src/api/car/content-types/car/schema.json";
const USER = "src/extensions/users-permissions/content-types/user/schema.json";
const FILE = "src/extensions/upload/content-types/file/schema.json";

const string = { type: "string" };
const required = { type: "string", required: true };

function serve(project: string) {
  const tokens = [{ name: "all", token: "all", access: "full-access" }] as const;
  return createGalley({ project, graphql: true, open: true, users: true, tokens });
}

async function dataOf(response: Promise<Response>) {
  return ((await (await response).json()) as { readonly data: unknown }).data;
}

async function namesOf(response: Promise<Response>, list: "fields" | "enumValues") {
  const { __type } = (await dataOf(response)) as { readonly __type: { [list: string]: { readonly name: string }[] } };
  return __type[list]?.map(({ name }) => name);
}

function graphql(query: string) {
  return withJson("POST", { query });
}

describe("a project that other people wrote", () => {
  it("has attributes of any script, which GraphQL leaves out", async () => {
    const project = await writeProject({
      [CAR]: typeFile("car", { title: string, año: { type: "integer" }, "Ford Focus": string }),
    });
    await using galley = await serve(project);
    await galley.make("api::car.car", { año: 1999, "Ford Focus": "yes" });
    await galley.make("api::car.car", { año: 2001, "Ford Focus": "no" });
    const found = await dataOf(galley.fetch(encodeURI("/api/cars?filters[año][$gt]=2000&sort=Ford Focus&fields=año")));
    expect(found).toEqual([expect.objectContaining({ año: 2001 })]);
    const shown = galley.fetch("/graphql", graphql('{ __type(name: "Car") { fields { name } } }'));
    const names = await namesOf(shown, "fields");
    expect(names).toEqual(["documentId", "title", "createdAt", "updatedAt", "publishedAt"]);
    const { schema } = await loadProject(project);
    expect(generateTypes(schema)).toContain('"Ford Focus"');
  });

  it("has enumerations in any script, with the names that Strapi gives their values in GraphQL", async () => {
    const values = ["бензин", "Щётка ёж", "υγρό", "Հայ", "عربي", "Œuvre ß", "汽油", "柴油", "x²"];
    const project = await writeProject({ [CAR]: typeFile("car", { fuel: { type: "enumeration", enum: values } }) });
    await using galley = await serve(project);
    const query = '{ __type(name: "ENUM_CAR_FUEL") { enumValues { name } } }';
    const names = await namesOf(galley.fetch("/graphql", graphql(query)), "enumValues");
    expect(names).toEqual(["benzin", "Shhyotka_yozh", "ygro", "Hay", "erby", "Oeuvre_ss", "_", "_2", "x"]);
  });

  it("has types that begin with strapi", async () => {
    const file = "src/api/strapi-model/content-types/strapi-model/schema.json";
    const project = await writeProject({ [file]: typeFile("strapi-model", { title: string }) });
    await using galley = await serve(project);
    expect((await galley.fetch("/api/strapi-models?populate=*")).status).toBe(200);
    await expect(loadProject(project, { strict: true })).rejects.toThrow("this name is reserved");
  });

  it("has types with names that only Strapi's builder refuses, over GraphQL unless a scalar has the name", async () => {
    const names = ["document", "upload", "then", "date", "date-time", "time"];
    const files = names.map((name) => [`src/api/${name}/content-types/${name}/schema.json`, typeFile(name)] as const);
    const car = typeFile("car", {
      papers: { type: "relation", relation: "oneToMany", target: "api::document.document" },
      built: { type: "date" },
      sold: { type: "relation", relation: "oneToOne", target: "api::date.date" },
    });
    const project = await writeProject({ ...Object.fromEntries(files), [CAR]: car });
    await using galley = await serve(project);
    const { documentId } = await galley.make("api::document.document");
    await galley.make("api::car.car", { papers: [documentId] });
    const response = await galley.fetch(
      "/graphql",
      graphql("{ cars { papers { documentId } } uploads { documentId } }"),
    );
    expect(await response.json()).toEqual({ data: { cars: [{ papers: [{ documentId }] }], uploads: [] } });
    const paths = names.map((name) => `/api/${name}s`);
    const statuses = await Promise.all(paths.map(async (path) => (await galley.fetch(path)).status));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    const types = graphql('{ date: __type(name: "Date") { kind } }');
    expect(await (await galley.fetch("/graphql", types)).json()).toEqual({ data: { date: { kind: "SCALAR" } } });
    const fields = await namesOf(
      galley.fetch("/graphql", graphql('{ __type(name: "Car") { fields { name } } }')),
      "fields",
    );
    expect(fields).toEqual(expect.arrayContaining(["papers", "built"]));
    expect(fields).not.toContain("sold");
    await expect(loadProject(project, { strict: true })).rejects.toThrow("must not be document");
  });

  it("replaces the user's attributes, without those that signing in needs", async () => {
    const project = await writeProject({ [CAR]: typeFile("car"), [USER]: { attributes: { key: string } } });
    await using galley = await serve(project);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ username: "ada", email: "ada@example.com", password: "secret12" });
    const response = await galley.fetch("/api/auth/local/register", { method: "POST", headers, body });
    expect(await response.json()).toMatchObject({ user: { username: "ada", key: null } });
  });

  it("repeats the type of files as Strapi 4 has it, with the folder of each", async () => {
    const attributes = {
      ...{ name: required, hash: required, mime: required, size: { type: "decimal", required: true } },
      ...{ url: required, provider: required, ext: string, formats: { type: "json" }, credit: string },
      related: { type: "relation", relation: "morphToMany" },
      folder: { type: "relation", relation: "manyToOne", target: "plugin::upload.folder", inversedBy: "files" },
      folderPath: { type: "string", required: true, private: true },
    };
    const project = await writeProject({
      [CAR]: typeFile("car", { photo: { type: "media" } }),
      [FILE]: { info: { singularName: "file", pluralName: "files", displayName: "File" }, attributes },
    });
    await using galley = await serve(project);
    await galley.make("api::car.car");
    const photo = expect.objectContaining({ mime: "image/png", credit: null });
    expect(await dataOf(galley.fetch("/api/cars?populate=*"))).toEqual([expect.objectContaining({ photo })]);
    const form = new FormData();
    form.set("files", new Blob(["hello"], { type: "text/plain" }), "hello.txt");
    const sent = { method: "POST", headers: { authorization: "Bearer all" }, body: form };
    const response = await galley.fetch("/api/upload", sent);
    expect(await response.json()).toEqual([expect.objectContaining({ name: "hello.txt", credit: null })]);
  });

  it("has a pattern written with slashes, which matches nothing", async () => {
    const project = await writeProject({
      [CAR]: typeFile("car", { plate: { type: "string", required: true, regex: "/^[A-Z]{2}$/" } }),
    });
    const { warnings } = await loadProject(project);
    expect(warnings.map(describeFault)).toEqual([
      `${CAR}: attributes.plate.regex: matches nothing: it has slashes around it`,
    ]);
    await using galley = await serve(project);
    const none = galley.make("api::car.car");
    await expect(none).rejects.toThrow("none was found that /\\/^[A-Z]{2}$\\// matches");
  });

  it("has types in a plugin of its own, which an extension changes", async () => {
    const trips = { type: "relation", relation: "oneToMany", target: "plugin::log.trip", mappedBy: "car" };
    const car = { type: "relation", relation: "manyToOne", target: "api::car.car", inversedBy: "trips" };
    const project = await writeProject({
      [CAR]: typeFile("car", { trips }),
      "src/plugins/log/server/content-types/trip-entry/schema.json": typeFile("trip", { car, from: string }),
      "src/plugins/log/server/src/content-types/stop/schema.json": typeFile("stop", { name: string }),
      "src/plugins/log/server/content-types/in-code/index.js": "module.exports = {};",
      "src/extensions/log/content-types/trip/schema.json": { attributes: { car, to: string } },
    });
    const { warnings, schema } = await loadProject(project);
    expect(warnings.map(describeFault)).toEqual([
      ".: Run the project's own code with --run-project: 1 file (1 plugin)",
    ]);
    expect([...schema.types.keys()].filter((uid) => uid.startsWith("plugin::log."))).toEqual([
      "plugin::log.trip",
      "plugin::log.stop",
    ]);
    await using galley = await serve(project);
    const { documentId } = await galley.make("api::car.car");
    await galley.make("plugin::log.trip", { car: documentId, to: "Horta" });
    const [found] = (await dataOf(galley.fetch("/api/cars?populate=*"))) as object[];
    expect(found).toMatchObject({ trips: [{ to: "Horta" }] });
    expect((await galley.fetch("/api/trips")).status).toBe(404);
  });
});
