import { readFileSync } from "node:fs";
import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { reachableOutputs, slashed } from "../../.ci/reachable.ts";

describe("the build", () => {
  it("finds on Windows what esbuild names with slashes", () => {
    const outputs = {
      "dist/a/main.js": { imports: [{ path: "dist/chunks/b.js", kind: "import-statement" }] },
      "dist/chunks/b.js": { imports: [{ path: "pg", kind: "import-statement", external: true }] },
    } as unknown as Parameters<typeof reachableOutputs>[1]["outputs"];
    for (const entry of [
      posix.join("dist", "a", "main.js"),
      win32.join(".", "dist", "a", "main.js"),
      "./dist/a/main.js",
    ])
      expect([...reachableOutputs([entry], { outputs })]).toEqual(["dist/a/main.js", "dist/chunks/b.js"]);
    expect(slashed(win32.relative("C:\\Größe der Welt", "C:\\Größe der Welt\\transport\\galley.ts"))).toBe(
      "transport/galley.ts",
    );
  });

  it("names an entry point that esbuild has not made", () => {
    expect(() => reachableOutputs(["dist/c.js"], { outputs: {} })).toThrow("esbuild has not built dist/c.js");
  });
});

/** One form of an entry point: files for `import` or for `require`. */
interface Form {
  readonly types: string;
  readonly default: string;
}

describe("package.json", () => {
  const { exports, typesVersions, main, types, scripts } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const entries = Object.entries<{ import?: Form; require?: Form } & Form>(exports).filter(
    ([, entry]) => typeof entry !== "string",
  );

  it.each(entries)("gives %s one file, as an ES module and for require, with its types", (name, entry) => {
    const { import: esm = entry, require: cjs } = entry;
    expect(esm.types).toBe(esm.default.replace(/\.js$/, ".d.ts"));
    const required = (path: string) => path.replace("./dist/", "./dist/cjs/");
    if (cjs !== undefined) expect(cjs).toEqual({ types: required(esm.types), default: required(esm.default) });
    // For compilers that do not read `exports`.
    const [old] = name === "." ? [types] : typesVersions["*"][name.slice(2)];
    expect(old).toBe((cjs ?? esm).types);
    if (name === ".") expect(main).toBe(cjs?.default);
  });

  it("names in typesVersions only what it exports", () => {
    const names = entries.map(([name]) => name.slice(2));
    expect(Object.keys(typesVersions["*"]).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("has no script that needs a shell of Unix", () => {
    for (const [name, command] of Object.entries(scripts))
      expect([name, command]).toEqual([name, expect.stringMatching(/^[\w .:/-]+(?: && [\w .:/-]+)*$/)]);
  });
});
