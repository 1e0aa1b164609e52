import { describe, expect, it } from "vitest";
import { defineSchema, type SchemaDefinition } from "../../../../../engine/internal.ts";
import { createGalley, type Galley } from "../../../../../transport/galley.ts";
import { withAccessTypes } from "../../../../../transport/strapi/archive/access-types.ts";
import { loadArchive } from "../../../../../transport/strapi/archive/read/load-archive.ts";
import { type Contents, makeArchive } from "../../../../support/content/make-archive.ts";
import {
  LABEL,
  labelled,
  METADATA,
  NOTE,
  row,
  SCHEMAS,
  SMALL_DEFINITION,
  smallArchive,
} from "../../../../support/content/small-archive.ts";
import { newFolder } from "../../../../support/folder.ts";

async function loaded(contents: Contents, definition: SchemaDefinition = SMALL_DEFINITION) {
  const galley = await createGalley({ schema: defineSchema(definition) });
  const { leftOut } = await loadArchive(galley, { path: await makeArchive(await newFolder(), contents) });
  return { galley, leftOut };
}

async function texts(galley: Galley, status: "draft" | "published"): Promise<unknown[]> {
  const notes = await galley.documents(NOTE).findMany({ status });
  return notes.map(({ text }) => text);
}

describe("loadArchive", () => {
  it("keeps ids, documentIds, times, both versions and the order of links", async () => {
    const draft = { documentId: "note", publishedAt: null, text: "later", parts: [{ id: 4, size: 1 }] };
    const { galley } = await loaded(
      smallArchive({
        rows: [
          row(NOTE, 7, { documentId: "note", text: "now", parts: [{ id: 3, size: 0 }] }),
          row(NOTE, 9, draft),
          row(LABEL, 1, { name: "one" }),
          row(LABEL, 2, { name: "two" }),
        ],
        links: [labelled(7, 1, 2, 1), labelled(7, 2, 1, 1), labelled(9, 2, 1, 1)],
      }),
    );
    const notes = galley.documents(NOTE);
    const now = await notes.findOne({ documentId: "note", status: "published", populate: "*" });
    const later = await notes.findOne({ documentId: "note", populate: "*" });
    expect(now).toMatchObject({
      id: 7,
      text: "now",
      parts: [{ id: 3, size: 0 }],
      labels: [{ name: "two" }, { name: "one" }],
    });
    expect(later).toMatchObject({ id: 9, text: "later", publishedAt: null, labels: [{ name: "two" }] });
    expect(now).toMatchObject({ createdAt: METADATA.createdAt, publishedAt: METADATA.createdAt });
  });

  it("gives no id of the archive out again", async () => {
    const { galley } = await loaded(smallArchive({ rows: [row(NOTE, 41, { parts: [{ id: 8, size: 0 }] })] }));
    const made = await galley.documents(NOTE).create({ data: { text: "new", parts: [{ size: 1 }] } });
    expect(made).toMatchObject({ id: 42 });
    const stored = await galley.documents(NOTE).findOne({ documentId: String(made.documentId), populate: "parts" });
    expect(stored).toMatchObject({ parts: [{ id: 9 }] });
  });

  it("accepts the files of an archive in any order, numbered or not", async () => {
    const contents = smallArchive({
      rows: [row(NOTE, 1, { text: "a" }), row(LABEL, 1, { name: "l" })],
      links: [labelled(1, 1, 1, 1)],
    });
    const shuffled = contents.toReversed().map(([name, value]) => [`./${name}`, value] as const);
    const { galley } = await loaded(shuffled);
    const notes = await galley.documents(NOTE).findMany({ status: "published", populate: "labels" });
    expect(notes).toMatchObject([{ text: "a", labels: [{ name: "l" }] }]);
  });

  it("reads the rows of the default locale as the documents, and reports the others", async () => {
    const locale = { type: "core-store", value: { key: "plugin_i18n_default_locale", value: "fr" } };
    const { galley, leftOut } = await loaded(
      smallArchive({
        rows: [
          row(NOTE, 1, { documentId: "note", locale: "fr", text: "bonjour" }),
          row(NOTE, 2, { documentId: "note", locale: "de", text: "hallo" }),
          row(NOTE, 3, { documentId: "other", text: "no locale" }),
        ],
        links: [labelled(2, 1, 1, 1)],
        configuration: [locale],
      }),
    );
    expect(await texts(galley, "published")).toEqual(["bonjour", "no locale"]);
    expect([...leftOut]).toEqual([
      ["of locale de", 1],
      ["of links to entries that are not there", 1],
    ]);
  });

  it("converts values from databases to the form of answers", async () => {
    const given = {
      big: 12,
      amount: "1.50",
      yes: 1,
      day: "2024-05-06T00:00:00.000Z",
      hour: "10:11:12",
      at: 1700000000000,
    };
    const attributes = {
      big: { type: "biginteger" },
      amount: { type: "decimal" },
      yes: { type: "boolean" },
      day: { type: "date" },
      hour: { type: "time" },
      at: { type: "datetime" },
    } as const;
    const label = { ...SMALL_DEFINITION.contentTypes[LABEL], attributes };
    const definition = { contentTypes: { [LABEL]: label } };
    const schemas = [{ ...SCHEMAS[1], attributes }];
    const { galley } = await loaded(smallArchive({ schemas, rows: [row(LABEL, 1, given)] }), definition);
    const [stored] = await galley.documents(LABEL).findMany();
    expect(stored).toMatchObject({ big: "12", amount: 1.5, yes: true, day: "2024-05-06", hour: "10:11:12.000" });
    expect(stored).toMatchObject({ at: "2023-11-14T22:13:20.000Z" });
  });

  it("loads users with their role and the hash of their password, and what roles grant", async () => {
    const plugin = "plugin::users-permissions";
    const [user, role, permission] = [`${plugin}.user`, `${plugin}.role`, `${plugin}.permission`] as const;
    const hash = "$2a$10$Abc.zC5TyqE7JkCZILeOzufLQTY24gHG6qo10lOqTRF9T64nspZk2";
    const ofRole = (type: string, id: number, to: number, back: string) => ({
      left: { type, field: "role", ref: id },
      right: { type: role, field: back, ref: to, pos: 1 },
    });
    const contents = smallArchive({
      rows: [
        row(NOTE, 1, { text: "shown" }),
        row(role, 1, { name: "Authenticated", type: "authenticated" }),
        row(role, 2, { name: "Public", type: "public" }),
        row(permission, 1, { action: `${NOTE}.find` }),
        row(user, 1, { username: "frida", email: "frida@example.org", password: hash }),
      ],
      links: [ofRole(permission, 1, 2, "permissions"), ofRole(user, 1, 1, "users")],
    });
    const { galley, leftOut } = await loaded(contents, withAccessTypes(SMALL_DEFINITION));
    const users = await galley.documents(user).findMany({ populate: "role" });
    expect(users).toMatchObject([{ username: "frida", password: hash, role: { type: "authenticated" } }]);
    expect((await galley.fetch("/api/notes")).status).toBe(200);
    expect((await galley.fetch("/api/labels")).status).not.toBe(200);
    expect([...leftOut]).toEqual([]);
  });

  it("reads an encrypted archive with its key", async () => {
    const contents = smallArchive({ rows: [row(NOTE, 1, { text: "hidden" })] });
    const path = await makeArchive(await newFolder(), contents, { key: "sesame" });
    const galley = await createGalley({ schema: defineSchema(SMALL_DEFINITION), seed: path, seedKey: "sesame" });
    expect(await texts(galley, "published")).toEqual(["hidden"]);
  });

  it("is the initial content of an empty galley, to which reset returns", async () => {
    const path = await makeArchive(await newFolder(), smallArchive({ rows: [row(NOTE, 1, { text: "base" })] }));
    const galley = await createGalley({ schema: defineSchema(SMALL_DEFINITION), seed: path });
    await galley.documents(NOTE).create({ data: { text: "more" }, status: "published" });
    expect(await texts(galley, "published")).toEqual(["base", "more"]);
    await galley.reset();
    expect(await texts(galley, "published")).toEqual(["base"]);
  });
});
