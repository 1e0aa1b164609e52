import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, inject, it } from "vitest";
import { defineSchema } from "../../transport/galley.ts";
import { generateTypes } from "../../transport/library/generate/generate-types.ts";
import { blocksOf } from "../support/docs/readme.ts";
import { install } from "../support/servers/installed.ts";
import { tsc } from "../support/typescript/compile.ts";
import { STRICT_COMPILER } from "../support/typescript/strict-compiler.ts";

/** The types that `galley types ./my-strapi` writes in the project of the pages. */
const MY_STRAPI = generateTypes(
  defineSchema({
    contentTypes: {
      "api::post.post": {
        info: { singularName: "post", pluralName: "posts", displayName: "Post" },
        options: { draftAndPublish: true },
        attributes: {
          title: { type: "string", required: true },
          author: { type: "relation", relation: "manyToOne", target: "api::author.author" },
        },
      },
      "api::author.author": {
        info: { singularName: "author", pluralName: "authors", displayName: "Author" },
        attributes: { name: { type: "string", required: true } },
      },
    },
  }),
  { profile: "strapi", prefix: "/api" },
);

/** The modules that the blocks of a page import and that no block of it shows. */
const PREAMBLES: { readonly [page: string]: { readonly [file: string]: string } } = {
  "docs/strapi-projects.md": { "schema.ts": MY_STRAPI },
  "docs/typed.md": { "schema.ts": MY_STRAPI, "api.ts": MY_STRAPI },
};

const SETTINGS = {
  compilerOptions: {
    ...STRICT_COMPILER,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
};

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = await readdir(join(root, "docs"), { recursive: true });
const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", ...files.map((name) => join("docs", name))]
  .filter((page) => page.endsWith(".md"))
  .map((page) => ({ page, blocks: blocksOf(page).filter(({ language }) => /^(?:ts|tsx|typescript)$/.test(language)) }))
  .filter(({ blocks }) => blocks.length > 0);

/** The compiler's messages for one program of all blocks, with the declarations of the package. */
const errors: string[] = [];
beforeAll(async () => {
  const folder = await mkdtemp(join(inject("runFolder"), "blocks-"));
  await install(folder);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  await write(folder, "renamed.ts", 'export { createGaley } from "galley";');
  for (const { page, blocks } of pages) {
    const shown = blocks.map(({ file, text }, at) => [file ?? `block-${at + 1}.ts`, text] as const);
    for (const [name, text] of [...Object.entries(PREAMBLES[page] ?? {}), ...shown]) {
      await write(folder, join("pages", page, name), text);
    }
  }
  const told = (await tsc(["--checkers", "1", "-p", folder])).split("\n");
  errors.push(...told.filter((line) => line.includes(": error TS")));
});

it.each(pages.map(({ page, blocks }) => [page, blocks.length] as const))("the blocks of %s compile (%i)", (page) => {
  expect(errors.filter((line) => line.includes(`pages/${page}/`))).toEqual([]);
});

it("a name that the package does not export is reported", () => {
  expect(errors.filter((line) => !line.includes("pages/"))).toEqual([expect.stringContaining("createGaley")]);
});

async function write(folder: string, name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  // A module, whether it imports anything or not.
  await writeFile(join(folder, name), `${text}\nexport {};\n`);
}
