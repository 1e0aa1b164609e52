import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkConfig } from "../../transport/config/check-config.ts";
import { createGalley } from "../../transport/galley.ts";
import { BLOG } from "../support/content/blog.ts";
import { blocksOf } from "../support/docs/readme.ts";
import { newFolder } from "../support/folder.ts";
import { runToEnd } from "../support/servers/command-line.ts";
import { install } from "../support/servers/installed.ts";

const PAGE = "docs/uploads-and-users.md";
const blocks = blocksOf(PAGE);

const programs = blocks.flatMap(({ file, text }, at) => {
  return file?.endsWith(".mjs") ? [{ file, text, printed: blocks[at + 1]?.text ?? "" }] : [];
});

test("the page about uploads and users has a program for each", () => {
  expect(programs.map(({ file }) => file)).toEqual(["upload.mjs", "sign-in.mjs", "sessions.mjs", "mail.test.mjs"]);
});

test.each(programs)("the page about uploads and users shows what $file prints", async ({ file, text, printed }) => {
  const config = checkConfig(JSON.parse(blocks[0]?.text ?? ""), PAGE);
  const galley = await createGalley({
    schema: BLOG,
    ...(config.users !== undefined && { users: config.users }),
    ...(config.jwtSecret !== undefined && { jwtSecret: config.jwtSecret }),
    ...(config.roles !== undefined && { roles: config.roles }),
    tokens: [{ name: "page", token: "token-of-the-page", access: "full-access" }],
  });
  onTestFinished(() => galley.close());
  const { url } = await galley.listen({ port: 0 });
  const folder = await newFolder();
  if (text.includes('from "galley"')) await install(folder);
  await writeFile(join(folder, file), text);
  const environment = { GALLEY_URL: url, GALLEY_TOKEN: "token-of-the-page" };
  const { code, out, errors } = await runToEnd([], { folder, environment, program: [file] });
  expect([code, out, errors]).toEqual([0, printed, ""]);
});
