import { describe, expect, it } from "vitest";
import { openUsers } from "../../../support/servers/open-users.ts";

const TOKEN = { authorization: "Bearer full" };

describe.each(["contract", "strapi"] as const)("multipart forms in the profile %s", (profile) => {
  const send = async (path: string, fields: readonly (readonly [string, string | Blob])[]) => {
    const { galley } = await openUsers({ profile });
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    const response = await galley.fetch(path, { method: "POST", body, headers: TOKEN });
    return { status: response.status, body: await response.json() };
  };

  it("write entries by fields with brackets in their names", async () => {
    const created = await send("/api/posts", [["data[title]", "Käse & Brot = 100%"]]);
    expect(created).toMatchObject({ status: 201, body: { data: { title: "Käse & Brot = 100%" } } });
  });

  it("leave out files, which are uploaded by themselves", async () => {
    const file = new Blob(["text"], { type: "text/plain" });
    const created = await send("/api/posts", [
      ["files.cover", file],
      ["files", file],
      ["data[title]", "With a file"],
    ]);
    expect(created).toMatchObject({ status: 201, body: { data: { title: "With a file" } } });
  });

  it("have no entry in a field of JSON", async () => {
    expect(await send("/api/posts", [["data", '{"title":"One"}']])).toMatchObject({
      status: 400,
      body: { error: { message: 'Missing "data" payload in the request body' } },
    });
  });

  it("sign users up", async () => {
    const fields = { username: "form", email: "form@example.org", password: "secret-of-form" };
    expect(await send("/api/auth/local/register", Object.entries(fields))).toMatchObject({
      status: 200,
      body: { user: { username: "form" } },
    });
  });

  it("are refused where they cannot be read", async () => {
    const { galley } = await openUsers({ profile });
    const headers = { ...TOKEN, "content-type": "multipart/form-data; boundary=x" };
    const response = await galley.fetch("/api/posts", { method: "POST", headers, body: "--x\r\n" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining("invalid form") } });
  });
});
