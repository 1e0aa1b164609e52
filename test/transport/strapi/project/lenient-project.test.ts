import { describe, expect, it } from "vitest";
import { loadProject, type Project } from "../../../../transport/strapi/project/load-project.ts";
import { describeFault, ProjectError } from "../../../../transport/strapi/project/project-error.ts";
import { typeFile, writeProject } from "./write-project.ts";

const NOTE = "src/api/note/content-types/note/schema.json";
const LABEL = "src/api/label/content-types/label/schema.json";
const BOX = "src/components/parts/box.json";
const USER = "src/extensions/users-permissions/content-types/user/schema.json";

const string = { type: "string" };

function relation(kind: string, target: string, other: object = {}) {
  return { type: "relation", relation: kind, target, ...other };
}

function box(attributes: object) {
  return { collectionName: "components_parts_boxes", info: { displayName: "Box" }, attributes };
}

async function load(files: { readonly [path: string]: unknown }): Promise<Project> {
  return loadProject(await writeProject(files));
}

/** The warnings of a project of one type, and of one component that it uses, and their remaining attributes. */
async function served(attributes: object, inBox: object = { text: string }) {
  const files = { [NOTE]: typeFile("note", { title: string, ...attributes }), [BOX]: box(inBox) };
  const { schema, warnings } = await load(files);
  return {
    warnings: warnings.map((warning) => describeFault(warning).replace(NOTE, "note").replace(BOX, "box")),
    names: [...schema.type("api::note.note").attributes.keys()],
    note: schema.type("api::note.note").attributes,
    box: schema.component("parts.box").attributes,
  };
}

describe("a project with faults", () => {
  it("keeps the values of an enumeration that have no name of their own", async () => {
    const { warnings, note, box } = await served(
      { columns: { type: "enumeration", enum: ["2", "3", "%"] } },
      { ratio: { type: "enumeration", enum: ["1:1", "16:9"], default: "1:1" } },
    );
    expect(warnings).toEqual([
      'box: attributes.ratio.enum: must not have the value "1:1": it begins with a digit (kept)',
      'note: attributes.columns.enum: must not have the value "2": it begins with a digit (kept)',
    ]);
    expect(note.get("columns")).toMatchObject({ enum: ["2", "3", "%"] });
    expect(box.get("ratio")).toMatchObject({ enum: ["1:1", "16:9"], default: "1:1" });
  });

  it("loses a default that its attribute does not take", async () => {
    const { warnings, note } = await served({
      kind: { type: "enumeration", enum: ["a", "b"], default: "c" },
      opens: { type: "time", default: "08.30" },
    });
    expect(warnings).toEqual([
      "note: attributes.kind.default: must be one of the values of enum (left out)",
      "note: attributes.opens.default: must be a time, HH:mm:ss or HH:mm:ss.SSS (left out)",
    ]);
    expect(note.get("kind")).not.toHaveProperty("default");
  });

  it("keeps names that only Strapi's builder refuses, and loses those that every entry has", async () => {
    const { warnings, names, box } = await served(
      { meta: string, Status: string, strapiId: string, publishedAt: { type: "datetime" }, "a.b": string },
      { meta: string, locale: string, status: string, id: { type: "integer" } },
    );
    expect(names).toEqual(["title", "meta", "Status", "strapiId"]);
    expect([...box.keys()]).toEqual(["meta", "locale", "status"]);
    expect(warnings.filter((text) => text.endsWith("(left out)")).sort()).toEqual([
      "box: attributes.id: must have another name: this one is reserved (left out)",
      "note: attributes.a.b: must have a name of letters, digits and _ that begins with a letter (left out)",
      "note: attributes.publishedAt: must have another name: this one is reserved (left out)",
    ]);
    expect(warnings.filter((text) => text.endsWith("(kept)"))).toHaveLength(5);
  });

  it("loses a condition that cannot be understood", async () => {
    const conditions = { visible: { log: [{ var: "title" }] } };
    const { warnings, note } = await served({ name: { ...string, required: true, conditions } });
    expect(warnings).toEqual(["note: attributes.name.conditions.visible: has the unknown operator log (left out)"]);
    expect(note.get("name")).toMatchObject({ required: true });
  });

  it("keeps spellings of the links that every entry has, and loses their very names", async () => {
    const kept = { CreatedBy: string, updated_by: string, Localizations: string };
    const { warnings, names } = await served({ ...kept, createdBy: string, updatedBy: string, localizations: string });
    expect(names).toEqual(["title", ...Object.keys(kept)]);
    expect(warnings.filter((text) => text.endsWith("(left out)"))).toHaveLength(3);
    expect(warnings.filter((text) => text.endsWith("(kept)"))).toHaveLength(3);
  });

  it("keeps names of any script, with spaces, hyphens and colons", async () => {
    const names = ["año", "имя", "цена", "値", "a-b", "1st", "Ford Focus", "og:title"];
    const found = await served(Object.fromEntries(names.map((name) => [name, string])));
    expect(found.names).toEqual(["title", ...names]);
    expect(found.warnings).toHaveLength(names.length);
    for (const warning of found.warnings) expect(warning).toMatch(/begins with a letter \(kept\)$/);
  });

  it("treats ends that do not name each other as one-way relations", async () => {
    const { schema, warnings } = await load({
      [NOTE]: typeFile("note", {
        label: relation("oneToOne", "api::label.label", { inversedBy: "note" }),
        third: relation("manyToOne", "api::label.label", { inversedBy: "title" }),
        gone: relation("oneToMany", "api::label.label", { mappedBy: "nothing" }),
        uneven: relation("manyToOne", "api::label.label", { inversedBy: "notes" }),
      }),
      [LABEL]: typeFile("label", {
        title: string,
        note: relation("oneToOne", "api::note.note", { inversedBy: "label" }),
        notes: relation("oneToOne", "api::note.note", { mappedBy: "uneven" }),
      }),
    });
    const { attributes } = schema.type("api::note.note");
    expect([...attributes.keys()]).toEqual(["label", "third", "gone", "uneven"]);
    for (const attribute of attributes.values()) {
      expect(attribute).not.toHaveProperty("inversedBy");
      expect(attribute).not.toHaveProperty("mappedBy");
    }
    expect(schema.type("api::label.label").attributes.get("notes")).not.toHaveProperty("mappedBy");
    expect(new Set(warnings.map(({ file, path }) => `${file}: ${path.join(".")}`)).size).toBe(6);
  });

  it("accepts any relation inside a component, as a one-way relation", async () => {
    const { box } = await served(
      {},
      {
        many: relation("manyToMany", "api::note.note"),
        one: relation("manyToOne", "api::note.note", { inversedBy: "boxes" }),
      },
    );
    expect(box.get("many")).toMatchObject({ kind: "relation", many: true });
    expect(box.get("one")).toMatchObject({ kind: "relation", many: false });
    expect(box.get("one")).not.toHaveProperty("inversedBy");
  });

  it("loses relations to types, and uses of components, that are not there", async () => {
    const { warnings, names, note } = await served({
      rating: relation("oneToMany", "plugin::ratings.rating", { mappedBy: "note" }),
      part: { type: "component", component: "parts.none" },
      zone: { type: "dynamiczone", components: ["parts.none", "parts.box", "parts.nothing"] },
    });
    expect(names).toEqual(["title", "zone"]);
    expect(note.get("zone")).toMatchObject({ components: ["parts.box"] });
    expect(warnings).toHaveLength(4);
  });

  it("loses a type whose file is broken, and the relations to it", async () => {
    const { schema, warnings } = await load({
      [NOTE]: typeFile("note", { label: relation("oneToOne", "api::label.label"), title: string }),
      [LABEL]: '{ "kind": ',
      [USER]: { attributes: { label: relation("oneToMany", "api::label.label", { mappedBy: "user" }), nick: string } },
    });
    expect([...schema.byPath.keys()]).toEqual(["notes"]);
    expect(warnings.map(describeFault)).toEqual([
      `${LABEL}: is not JSON: unexpected end at line 1, column 11 (left out)`,
      `${NOTE}: attributes.label.target: names api::label.label, which is not a content type (left out)`,
      `${USER}: attributes.label.target: names api::label.label, which is not a content type (left out)`,
    ]);
  });

  it("loses the second of two types with one name", async () => {
    const { schema, warnings } = await load({
      [NOTE]: typeFile("note"),
      "src/api/other/content-types/other/schema.json": typeFile("note"),
    });
    expect([...schema.byPath.keys()]).toEqual(["notes"]);
    expect(warnings).toHaveLength(2);
  });

  it("is refused when nothing is left to serve", async () => {
    const error = await load({ [NOTE]: "{", [LABEL]: { info: {}, attributes: {} } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProjectError);
    expect(String(error)).toContain(`${NOTE}: is not JSON`);
    expect(String(error)).toContain(`${LABEL}: info.singularName: is missing`);
  });

  it("has its own code named on one line, without what Strapi generates", async () => {
    const { code, warnings } = await load({
      [NOTE]: typeFile("note"),
      "src/index.ts":
        "// import type { Core } from '@strapi/strapi';\n\nexport default {\n  /** Early. */\n  register(/* { strapi }: { strapi: Core.Strapi } */) {},\n\n  bootstrap(/* { strapi } */) {},\n};\n",
      "src/api/note/routes/note.ts":
        "/** note router */\nimport { factories } from '@strapi/strapi';\n\nexport default factories.createCoreRouter('api::note.note');\n",
      "src/api/note/controllers/note.js":
        "'use strict';\nconst { createCoreController } = require('@strapi/strapi').factories;\nmodule.exports = createCoreController('api::note.note', () => ({ async find() {} }));\n",
      "src/api/note/content-types/note/lifecycles.js": "module.exports = { beforeCreate() {} };",
      "src/admin/app.js": "export default {};",
      "src/plugins/own/strapi-server.js": "module.exports = {};",
    });
    expect(code).toEqual([
      "src/api/note/content-types/note/lifecycles.js",
      "src/api/note/controllers/note.js",
      "src/plugins/own",
    ]);
    expect(warnings.map(describeFault)).toEqual([
      ".: Run the project's own code with --run-project: 3 files (1 lifecycle, 1 controller, 1 plugin)",
    ]);
  });

  it.each(["src/api/note/middlewares/populate.js", "src/middlewares/populate.js"])(
    "is pointed to rest.populate for the middlewares of its routes: %s",
    async (file) => {
      const middleware = "module.exports = () => (ctx, next) => { ctx.query.populate = '*'; return next(); };";
      const { warnings } = await load({ [NOTE]: typeFile("note"), [file]: middleware });
      expect(warnings.map(describeFault)).toEqual([
        ".: Run the project's own code with --run-project: 1 file (1 middleware); rest.populate stands in for middlewares that populate",
      ]);
    },
  );
});
