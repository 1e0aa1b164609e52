import { describe, expect, it } from "vitest";
import { fieldsIn } from "../../../../engine/internal.ts";
import { ask, refusal } from "./content.ts";

describe("fields", () => {
  it.each([
    ["", null],
    ["fields", null],
    ["fields=", null],
    ["fields=*", null],
    ["fields[]=*", null],
    ["fields=title,*", null],
    ["fields[]", ["id", "documentId"]],
    ["fields=id,documentId", ["id", "documentId"]],
    ["fields=title,%20views,title", ["id", "documentId", "title", "views"]],
    ["fields[0]=title&fields[1]=createdAt", ["id", "documentId", "title", "createdAt"]],
  ])("%s", (query, fields) => {
    expect(fieldsIn(ask(query).select)).toEqual(fields);
  });

  it.each([
    ["fields=nosuch", "nosuch", null],
    ["fields=title,", "", null],
    ["fields[]=", "", null],
    ["fields=author.name", "author.name", null],
    ["fields=constructor", "constructor", null],
    ["fields=author", "author", "author"],
    ["fields=seo", "seo", "seo"],
    ["fields=hush", "hush", "hush"],
    ["fields=pass", "pass", "pass"],
    ["fields=createdBy", "createdBy", "createdBy"],
    ["fields=hush,nosuch", "nosuch", null],
  ])("%s is refused", (query, name, path) => {
    const details = { key: name, path, source: "query", param: "fields" };
    expect(refusal(query)).toEqual({ code: "validation", message: `Invalid key ${name}`, details });
  });

  it.each(["fields[title]=true", "fields[0][title]=true", "fields[0]=title,views", "fields[100]=title"])(
    "%s is no list of names",
    (query) => {
      const message = "Invalid fields parameter. Expected a string or an array of strings";
      expect(refusal(query)).toEqual({ code: "validation", message, details: {} });
    },
  );

  it("of a component have no documentId", () => {
    expect(refusal("populate[seo][fields]=documentId")?.message).toBe("Invalid key documentId");
  });
});
