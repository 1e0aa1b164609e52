import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";

const tokens = [{ name: "ci", token: "ci", access: "full-access" }] as const;
const authorization = "Bearer ci";

/** Over the window in which a listener makes a client wait. */
const LARGE = 400_000;

function upload(): FormData {
  const form = new FormData();
  form.append("files", new File(["x".repeat(LARGE)], "größe.txt", { type: "text/plain" }));
  form.append("files", new File([], "empty.txt", { type: "text/plain" }));
  form.append("other", new File(["abc"], "other.bin", { type: "application/octet-stream" }));
  form.append("fileInfo", '{"caption":"one"}');
  form.append("fileInfo", '{"caption":"two"}');
  form.append("folder", "1");
  return form;
}

const SEEN = {
  fields: { fileInfo: ['{"caption":"one"}', '{"caption":"two"}'], folder: "1" },
  files: [
    { field: "files", name: "größe.txt", type: "text/plain", size: LARGE },
    { field: "files", name: "empty.txt", type: "text/plain", size: 0 },
    { field: "other", name: "other.bin", type: "application/octet-stream", size: 3 },
  ],
};

describe.each(["fetch", "uws", "node"] as const)("the requests over %s", (listener) => {
  async function open() {
    const galley = await createGalley({ schema: BLOG, tokens, uploads: true });
    const base = listener === "fetch" ? null : (await galley.listen({ port: 0, listener })).url;
    const ask = (path: string, init: RequestInit) =>
      base === null ? galley.fetch(path, init) : fetch(`${base}${path}`, init);
    return { galley, ask };
  }

  it("show the fields and files of an upload", async () => {
    const { galley, ask } = await open();
    await using _ = galley;
    const headers = { authorization };
    expect((await ask("/api/upload", { method: "POST", headers, body: upload() })).status).toBe(201);
    galley.faults.add({ status: 503, times: 1 });
    expect((await ask("/api/upload", { method: "POST", headers, body: upload() })).status).toBe(503);
    expect((await ask("/api/upload", { method: "POST", body: upload() })).status).toBe(401);
    expect(galley.requests.all().map(({ body }) => body)).toEqual([SEEN, SEEN, null]);
    expect(galley.requests.count({ body: { fields: { folder: "1" } } })).toBe(2);
    expect(JSON.stringify(galley.requests.all()).length).toBeLessThan(LARGE);
  });

  it("show the fields of forms without files", async () => {
    const { galley, ask } = await open();
    await using _ = galley;
    const headers = { authorization };
    const form = new FormData();
    form.append("data[name]", "one");
    await ask("/api/tags", { method: "POST", headers, body: form });
    await ask("/api/tags", {
      method: "POST",
      headers,
      body: new URLSearchParams([
        ["a", "1 & 2"],
        ["b", "3"],
        ["b", "4"],
      ]),
    });
    expect(galley.requests.all().map(({ body }) => body)).toEqual([
      { fields: { "data[name]": "one" }, files: [] },
      { fields: { a: "1 & 2", b: ["3", "4"] }, files: [] },
    ]);
  });

  it("show nothing of a form that is none", async () => {
    const { galley, ask } = await open();
    await using _ = galley;
    const headers = { authorization, "content-type": "multipart/form-data; boundary=b" };
    expect((await ask("/api/upload", { method: "POST", headers, body: "none" })).status).toBe(400);
    expect(galley.requests.last()?.body).toBe(null);
  });
});
