import { readdir } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { newFolder } from "../../../../support/folder.ts";
import { runProject } from "../strapi-project.ts";

const ECHO = {
  "src/api/tag/routes/z-own.js": `module.exports = { routes: [
    { method: "POST", path: "/echo", config: { auth: false }, handler: async (ctx) => {
      const { readFileSync } = require("node:fs");
      const shown = ({ filepath, ...file }) => ({ ...file, text: readFileSync(filepath, "utf8") });
      const files = Object.entries(ctx.request.files ?? {});
      return {
        fields: ctx.request.body,
        files: Object.fromEntries(files.map(([name, given]) => [name, Array.isArray(given) ? given.map(shown) : shown(given)])),
      };
    } },
  ] };`,
};

afterEach(() => vi.unstubAllEnvs());

async function temporary(): Promise<string> {
  const folder = await newFolder();
  vi.stubEnv("TMPDIR", folder);
  return folder;
}

const post = (body: FormData | Buffer<ArrayBuffer>, headers = {}) => ({ method: "POST", body, headers });

test("code sees the fields and the files of a form, several of one field too, which are gone after the answer", async () => {
  const galley = await runProject(ECHO);
  const folder = await temporary();
  const form = new FormData();
  form.append("title", "of a form");
  form.append("one", new Blob(["1"], { type: "text/plain" }), "one.txt");
  for (const name of ["a.csv", "b.csv"]) form.append("many", new Blob([name], { type: "text/csv" }), name);
  form.append("none", new Blob([]), "");
  const answer = await galley.fetch("/api/echo", post(form));
  const many = (name: string) => ({ originalFilename: name, mimetype: "text/csv", size: 5, text: name });
  expect(await answer.json()).toMatchObject({
    fields: { title: "of a form" },
    files: {
      one: { originalFilename: "one.txt", mimetype: "text/plain", size: 1, text: "1" },
      many: [many("a.csv"), many("b.csv")],
    },
  });
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
});

test("a form that is refused leaves no file behind", async () => {
  const galley = await runProject(ECHO);
  const folder = await temporary();
  const part = (disposition: string) => `--BB\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const form = Buffer.concat([
    Buffer.from(`${part('name="one"; filename="one.txt"')}1\r\n${part('name="title"')}`),
    Buffer.from([0xff]),
    Buffer.from("\r\n--BB--\r\n"),
  ]);
  const answer = await galley.fetch("/api/echo", post(form, { "content-type": "multipart/form-data; boundary=BB" }));
  expect(answer.status).toBe(400);
  expect(await readdir(folder)).toEqual([]);
});
