import { describe, expect, it } from "vitest";
import { readForm } from "../../../transport/upload/form.ts";

const TYPE = "multipart/form-data; boundary=BB";

const part = (disposition: string, content: string, headers = "") =>
  `--BB\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;

const read = async (body: string, type = TYPE) => {
  const { files, fields } = await readForm(type, Buffer.from(body));
  const shown = [...files].map(([field, list]) => [field, list.map((file) => [file.name, String(file.bytes)])]);
  return { files: Object.fromEntries(shown), fields: Object.fromEntries(fields) };
};

describe("readForm", () => {
  it.each([
    ['name="files"; filename="a.txt"', "a.txt"],
    ['filename="a.txt"; name="files"', "a.txt"],
    ["name=files; filename=a.txt", "a.txt"],
    ['name="files"; filename="täst.txt"', "täst.txt"],
    ["name=\"files\"; filename*=UTF-8''t%C3%A4st.txt", "täst.txt"],
    ['name="files"; filename="../a.txt"', "../a.txt"],
  ])("reads a file under the name it was sent with: %s", async (disposition, name) => {
    expect(await read(`${part(disposition, "hello")}--BB--\r\n`)).toEqual({
      files: { files: [[name, "hello"]] },
      fields: {},
    });
  });

  it("reads fields, of one name as a list, also such as objects have", async () => {
    const body = `${part('name="a"', "1")}${part('name="__proto__"', "2")}${part('name="a"', "3")}--BB--`;
    const { fields } = await readForm(TYPE, Buffer.from(body));
    expect([...fields]).toEqual([
      ["a", ["1", "3"]],
      ["__proto__", ["2"]],
    ]);
  });

  it("leaves out a file input without a file", async () => {
    expect(await read(`${part('name="files"; filename=""', "")}--BB--\r\n`)).toEqual({ files: {}, fields: {} });
  });

  it.each([
    ["nothing that is a form", "garbage", TYPE],
    ["an empty body", "", TYPE],
    ["a form without an end", part('name="files"; filename="a.txt"', "hello"), TYPE],
    ["a type without a boundary", "--BB--", "multipart/form-data"],
    ["more parts than anyone fills in", `${part('name="a"', "1").repeat(1001)}--BB--`, TYPE],
    ["a field that is too long", `${part('name="a"', "x".repeat(1_048_577))}--BB--`, TYPE],
  ])("refuses %s", async (_what, body, type) => {
    await expect(read(body, type)).rejects.toMatchObject({ code: "malformed body" });
  });

  it("skips large parts that are no form data", async () => {
    const skipped = `--BB\r\nContent-Disposition: attachment; name="files"\r\n\r\n${"x".repeat(200_000)}\r\n`;
    expect((await read(`${skipped}${part('name="a"', "1")}${skipped}--BB--\r\n`)).fields).toEqual({ a: ["1"] });
    expect(await read(`${skipped}--BB--\r\n`)).toEqual({ files: {}, fields: {} });
  });

  it("reads headers of any size in time", async () => {
    const many = `--BB\r\n${"X-Y: z\r\n".repeat(300_000)}\r\nh\r\n--BB--\r\n`;
    const long = `${part(`name="${"x".repeat(3_000_000)}"`, "h")}--BB--\r\n`;
    for (const body of [many, long]) {
      const outcome = await read(body).catch((error: unknown) => error);
      expect(JSON.stringify(outcome).length).toBeLessThan(20_000);
    }
  });
});
