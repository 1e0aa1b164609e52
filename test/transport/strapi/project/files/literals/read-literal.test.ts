import { describe, expect, it } from "vitest";
import { readLiteral } from "../../../../../../transport/strapi/project/files/literals/read-literal.ts";
import { readRoutes, readSetQuery } from "../../../../../../transport/strapi/project/files/literals/read-populate.ts";

const ENVIRONMENT = { NAME: "galley", PORT: "80", KEYS: "a,b" };

describe("a module that is read without being run", () => {
  it.each([
    [
      "module.exports = { rest: { defaultLimit: 25, withCount: true, }, };",
      { rest: { defaultLimit: 25, withCount: true } },
    ],
    [
      "'use strict'; // why\nmodule.exports = ['strapi::cors', /* and */ { name: \"x\", config: {} }]",
      ["strapi::cors", { name: "x", config: {} }],
    ],
    [
      "export default ({ env }) => ({ a: env('NAME', 'x'), b: env.int('PORT', 1), c: env.array('KEYS'), d: env.bool('NO', false) });",
      { a: "galley", b: 80, c: ["a", "b"], d: false },
    ],
    [
      "import type { Core } from '@strapi/strapi';\nconst config: Core.Config.Api<string[]> = { limit: 10 * 1024 - 1 };\nexport default config;",
      { limit: 10239 },
    ],
    [
      "const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({ url: env('NO') });\nexport default config",
      { url: undefined },
    ],
    ["module.exports = ({ env }) => { const one = 1; return { one, a: one }; };", { one: 1, a: 1 }],
    [
      "export default { a: -1.5e3, 'b': null, 3: `x`, d: process.env.NAME, e: undefined } satisfies GalleyConfig\n",
      { a: -1500, b: null, 3: "x", d: "galley", e: undefined },
    ],
    [
      'import { defineConfig } from "galley"; export default defineConfig({ list: [1, [2]] as const });',
      { list: [1, [2]] },
    ],
    ["module.exports = { text: 'a\\n\\x41\\u0042\\u{43}\\'\\\\' }", { text: "a\nABC'\\" }],
    ["module.exports = function () { return {} }", {}],
  ])("gives what running it would: %s", (source, value) => {
    expect(readLiteral(source, ENVIRONMENT)).toEqual({ value });
  });

  it.each([
    ["module.exports = require('./other')", 1],
    ["module.exports = {\n  a: go(),\n}", 2],
    ["module.exports = { ...other }", 1],
    ["module.exports = { get a() { return 1; } }", 1],
    ["module.exports = { [a]: 1 }", 1],
    ["module.exports = { a: (ctx) => 1 }", 1],
    ["module.exports = { __proto__: null }", 1],
    ["module.exports = { a: `$" + "{1}` }", 1],
    ["const f = () => 1; module.exports = { a: f }", 1],
    ["go();\nmodule.exports = {}", 1],
    ["module.exports = { a: env.constructor('return 1')() }", 1],
    ["import go from './go.js';\nexport default {}", 1],
    ["module.exports = {} 'x", 1],
    ["module.exports = 010", 1],
    ["module.exports = '\\u{110000}'", 1],
    ["module.exports = { a: (1 }", 1],
    [`module.exports = ${"[".repeat(100_000)}`, 1],
    [`module.exports = ${"-".repeat(100_000)}1`, 1],
    [`module.exports = ${"() => { const a = ".repeat(100_000)}`, 1],
    ["", 1],
  ])("is code: %s", (source, codeAt) => {
    expect(readLiteral(source, ENVIRONMENT)).toEqual({ codeAt });
  });

  it("takes linear time", () => {
    for (const piece of ['"\\', "/*", "`$", "(", "'\\'"]) {
      expect(readLiteral(`module.exports = ${piece.repeat(200_000)}`, {})).toHaveProperty("codeAt");
    }
  });
});

describe("literals in the code of a middleware", () => {
  it.each([
    "const a = go(",
    "const a = (",
    "const a: X<",
    "if (",
    "if (a) query.a = 1; ",
    "const a = () => { ",
    "const a = query.query ?? ",
    "a = { ",
    "\n",
  ])("are found in linear time among %s", (piece) => {
    const source = `${piece.repeat(5_000)}; query.populate = ["tags"]`;
    const isRead = !piece.startsWith("if");
    expect(readSetQuery(source, {})).toEqual(
      isRead ? { query: { populate: ["tags"] } } : { reason: "it depends on the request" },
    );
    expect(readRoutes(source)).toEqual([]);
  });
});
