import { describe, expect, it } from "vitest";
import { issuesOf, postType } from "../../issues-of.ts";

/** The faults of one attribute, `x`, as `path: message`. */
function faultsOf(definition: unknown): string[] {
  const attributes = { title: { type: "string" }, flag: { type: "boolean" }, x: definition };
  return issuesOf({ contentTypes: { "api::post.post": postType(attributes) } }).map(({ model, path, message }) => {
    expect([model, ...path.slice(0, 2)]).toEqual(["api::post.post", "attributes", "x"]);
    return `${path.slice(2).join(".")}: ${message}`;
  });
}

describe("an attribute definition", () => {
  it.each<[definition: unknown, ...faults: string[]]>([
    [null, ": must be an object"],
    [["string"], ": must be an object"],
    [{}, "type: is missing"],
    [
      { type: 5 },
      "type: must be one of string, text, richtext, blocks, email, password, uid, integer, biginteger, float, decimal, boolean, date, time, datetime, timestamp, enumeration, json, relation, media, component, dynamiczone, customField",
    ],
    [{ type: "string", required: "yes" }, "required: must be true or false"],
    [
      { type: "string", minLength: -1, maxLength: 1.5 },
      "minLength: must be at least 0",
      "maxLength: must be an integer",
    ],
    [{ type: "string", minLength: 3, maxLength: 2 }, "maxLength: must not be less than minLength"],
    [{ type: "string", default: 5 }, "default: must be a string"],
    [{ type: "string", maxLength: 2, default: "abc" }, "default: must have at most maxLength, 2, characters"],
    [{ type: "string", minLength: 4, default: "abc" }, "default: must have at least minLength, 4, characters"],
    [{ type: "string", regex: "^a", default: "b" }, "default: must match regex"],
    [{ type: "string", regex: 5 }, "regex: must be a regular expression"],
    [
      { type: "string", regex: "(" },
      "regex: must be a regular expression: SyntaxError: Invalid regular expression: /(/: Unterminated group",
    ],
    [
      { type: "string", regex: "^(a+)+\\1$" },
      "regex: could take too long on some texts: it has a back reference, or a look-around that is not right behind a leading ^",
    ],
    [{ type: "email", default: "ann" }, "default: must be an email address"],
    [{ type: "integer", min: 2, max: 1 }, "max: must not be less than min"],
    [{ type: "integer", min: 0.5 }, "min: must be an integer"],
    [{ type: "integer", max: 3, default: 4 }, "default: must be at most max, 3"],
    [{ type: "integer", default: 1.5 }, "default: must be an integer"],
    [{ type: "decimal", min: "1" }, "min: must be a number"],
    [{ type: "decimal", min: 1, default: 0.5 }, "default: must be at least min, 1"],
    [{ type: "float", default: "1" }, "default: must be a finite number"],
    [{ type: "biginteger", min: "x" }, "min: must be an integer as decimal text"],
    [
      { type: "biginteger", min: 0.5, max: [] },
      "min: must be an integer as decimal text",
      "max: must be an integer as decimal text",
    ],
    [{ type: "biginteger", min: "10", max: 9 }, "max: must not be less than min"],
    [
      { type: "biginteger", max: "99999999999999999999", default: "100000000000000000000" },
      "default: must be at most max, 99999999999999999999",
    ],
    [{ type: "biginteger", default: "1.5" }, "default: must be an integer as decimal text"],
    [{ type: "boolean", default: "true" }, "default: must be true or false"],
    [{ type: "date", default: "2023-02-29" }, "default: must be a date, YYYY-MM-DD"],
    [{ type: "time", default: "25:00:00" }, "default: must be a time, HH:mm:ss or HH:mm:ss.SSS"],
    [{ type: "datetime", default: "yesterday" }, "default: must be an ISO 8601 date and time or epoch milliseconds"],
    [{ type: "enumeration" }, "enum: is missing"],
    [{ type: "enumeration", enum: [] }, "enum: must not be empty"],
    [{ type: "enumeration", enum: ["a", 5] }, "enum.1: must be a string"],
    [{ type: "enumeration", enum: ["a", "b", "a"] }, 'enum: must not have both "a" and "a": they are too much alike'],
    [
      { type: "enumeration", enum: ["big one", "big-one"] },
      'enum: must not have both "big one" and "big-one": they are too much alike',
    ],
    [{ type: "enumeration", enum: ["1st"] }, 'enum: must not have the value "1st": it begins with a digit'],
    [{ type: "enumeration", enum: ["?!"] }, 'enum: must not have the value "?!": it holds no letter'],
    [{ type: "enumeration", enum: ["a"], default: "b" }, "default: must be one of the values of enum"],
    [
      { type: "enumeration", enum: ["a"], enumName: "1" },
      "enumName: must begin with a letter and hold only letters, digits and _",
    ],
    [
      { type: "uid", targetField: "nowhere" },
      "targetField: must name an attribute of type string or text, which nowhere is not",
    ],
    [
      { type: "uid", targetField: "flag" },
      "targetField: must name an attribute of type string or text, which flag is not",
    ],
    [{ type: "uid", targetField: "title", default: "a" }, "default: must be absent where targetField is given"],
    [{ type: "password", encryption: { rounds: 40 } }, "encryption.rounds: must be at most 31"],
    [
      { type: "media", allowedTypes: ["images", "smells"] },
      "allowedTypes.1: must be one of images, videos, audios, files",
    ],
    [{ type: "component" }, "component: is missing"],
    [{ type: "component", component: "shared.none" }, "component: names shared.none, which is not a component"],
    [{ type: "dynamiczone" }, "components: is missing"],
    [
      { type: "dynamiczone", components: ["shared.none"], min: 2, max: 1 },
      "components.0: names shared.none, which is not a component",
      "max: must not be less than min",
    ],
    [{ type: "relation" }, "relation: is missing", "target: is missing"],
    [
      { type: "relation", relation: "manyToFew", target: "api::post.post" },
      "relation: must be one of oneToOne, oneToMany, manyToOne, manyToMany",
    ],
    [
      { type: "relation", relation: "oneToOne", target: "api::none.none" },
      "target: names api::none.none, which is not a content type",
    ],
    [{ type: "relation", relation: "morphMany" }, "target: is missing", "morphBy: is missing"],
    [
      { type: "relation", relation: "morphMany", target: "api::post.post", morphBy: "none" },
      "morphBy: names none of api::post.post, which does not exist",
    ],
    [
      { type: "relation", relation: "morphOne", target: "api::post.post", morphBy: "title" },
      "morphBy: names title of api::post.post, which is not a morphToOne or morphToMany",
    ],
    [
      { type: "relation", relation: "morphOne", target: "api::none.none", morphBy: "thing" },
      "target: names api::none.none, which is not a content type",
    ],
  ])("%j is refused", (definition, ...faults) => {
    expect(faultsOf(definition)).toEqual(faults);
  });

  it.each([
    [{ type: "string", minLength: null, default: null, regex: "" }],
    [{ type: "string", min: "an option of numbers", configurable: 5, somethingElse: {} }],
    [{ type: "blocks", default: 5, unique: "an option of others" }],
    [{ type: "biginteger", min: "", max: "-0" }],
    [{ type: "enumeration", enum: ["small", "extra large", "half-size", "Ünder", "日本"], enumName: "" }],
    [{ type: "dynamiczone", components: [] }],
    [{ type: "relation", relation: "morphToMany" }],
    [{ type: "relation", relation: "morphMany", target: "plugin::upload.file", morphBy: "related" }],
    [{ type: "relation", relation: "manyToOne", target: "plugin::users-permissions.user" }],
  ])("%j is accepted", (definition) => {
    expect(faultsOf(definition)).toEqual([]);
  });
});
