import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { FolderFileStore, MemoryFileStore } from "../../../../storage/internal.ts";
import { readForm } from "../../../../transport/http/form/form.ts";
import { HttpError } from "../../../../transport/http/http-error.ts";
import type { ArrivingBody } from "../../../../transport/http/port.ts";
import { storedIn } from "../../../../transport/parts/uploads/receiving/sent-file.ts";
import { newFolder } from "../../../support/folder.ts";

const TYPE = "multipart/form-data; boundary=BB";

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"></svg>';

const part = (disposition: string, content: string, headers = "") =>
  `--BB\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;

const read = async (body: string, type = TYPE) => {
  const { files, fields } = await readForm(type, Buffer.from(body), storedIn(new MemoryFileStore()));
  const shown = files.map(({ name, received }) => [name, received.size]);
  return { files: shown, fields: Object.fromEntries(fields) };
};

/** The same, arriving in pieces of this many bytes. */
function arriving(body: string, bytes: number): ArrivingBody {
  return {
    async *read() {
      const whole = Buffer.from(body);
      for (let at = 0; at < whole.length; at += bytes) {
        await new Promise((resolve) => setImmediate(resolve));
        yield whole.subarray(at, at + bytes);
      }
    },
  };
}

describe("readForm", () => {
  it("reads no further than the part that is one too many", async () => {
    let sent = 0;
    const parts = Buffer.from(part('name="a"', "x").repeat(100));
    const endless: ArrivingBody = {
      async *read() {
        for (; sent < 1000; sent++) yield parts;
      },
    };
    await expect(readForm(TYPE, endless, storedIn(new MemoryFileStore()))).rejects.toThrow("it has too many parts");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toBeLessThan(100);
  });

  it("holds no more than a megabyte of fields, however many they are", async () => {
    let sent = 0;
    const field = Buffer.from(part('name="a"', "\r\n--B".repeat(20_000)));
    const long: ArrivingBody = {
      async *read() {
        for (; sent < 900; sent++) yield field;
      },
    };
    await expect(readForm(TYPE, long, storedIn(new MemoryFileStore()))).rejects.toThrow("too long together");
    expect(sent).toBeLessThan(30);
  });

  it.each([
    ['name="files"; filename="a.txt"', "a.txt"],
    ['filename="a.txt"; name="files"', "a.txt"],
    ["name=files; filename=a.txt", "a.txt"],
    ['name="files"; filename="täst.txt"', "täst.txt"],
    ["name=\"files\"; filename*=UTF-8''t%C3%A4st.txt", "täst.txt"],
    ['name="files"; filename="../a.txt"', "../a.txt"],
  ])("reads a file under the name it was sent with: %s", async (disposition, name) => {
    expect(await read(`${part(disposition, "hello")}--BB--\r\n`)).toEqual({
      files: [[name, 5]],
      fields: {},
    });
  });

  it.each([1, 7, 100_000])("reads a form that arrives in pieces of %i bytes", async (bytes) => {
    const body = `${part('name="files"; filename="a"', "hello")}${part('name="a"', "1")}${part('name="files"; filename="b"', "x")}--BB--`;
    const { files, fields } = await readForm(TYPE, arriving(body, bytes), storedIn(new MemoryFileStore()));
    expect(files.map(({ name, received }) => [name, received.size])).toEqual([
      ["a", 5],
      ["b", 1],
    ]);
    expect(Object.fromEntries(fields)).toEqual({ a: ["1"] });
  });

  it("reads the metadata of a picture, and discards files of other fields", async () => {
    const large = "x".repeat(5_000_000);
    const body = `${part('name="other"; filename="a"', large)}${part('name="files"; filename="b"', `${PICTURE}${large}`)}--BB--`;
    const { files } = await readForm(TYPE, arriving(body, 60_000), storedIn(new MemoryFileStore()));
    expect(files.map(({ name, picture, received }) => [name, picture, received.size])).toEqual([
      ["b", { mediaType: "image/svg+xml", width: 4, height: 3 }, PICTURE.length + large.length],
    ]);
  });

  it("fails as its body and its store do, and leaves no file behind", async () => {
    const folder = await newFolder();
    const store = new FolderFileStore(folder);
    const body = part('name="files"; filename="a"', "hello".repeat(100_000));
    const breaking: ArrivingBody = {
      async *read() {
        yield Buffer.from(`${body}${body}`);
        throw new HttpError("body too slow", "the body arrives too slowly");
      },
    };
    await expect(readForm(TYPE, breaking, storedIn(store))).rejects.toMatchObject({ code: "body too slow" });
    expect(await readdir(folder)).toEqual([]);
    const full = { receive: () => Promise.reject(new Error("no space")) };
    await expect(readForm(TYPE, Buffer.from(`${body}--BB--`), storedIn(full))).rejects.toThrow("no space");
  });

  it("reads fields, of one name as a list, also such as objects have", async () => {
    const body = `${part('name="a"', "1")}${part('name="__proto__"', "2")}${part('name="a"', "3")}--BB--`;
    const { fields } = await readForm(TYPE, Buffer.from(body), storedIn(new MemoryFileStore()));
    expect([...fields]).toEqual([
      ["a", ["1", "3"]],
      ["__proto__", ["2"]],
    ]);
  });

  it("leaves out a file input without a file", async () => {
    expect(await read(`${part('name="files"; filename=""', "")}--BB--\r\n`)).toEqual({ files: [], fields: {} });
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
    const skipped = `--BB\r\nContent-Disposition: attachment; name="files"\r\n\r\n${"x".repeat(3_000_000)}\r\n`;
    expect((await read(`${skipped}${part('name="a"', "1")}${skipped}--BB--\r\n`)).fields).toEqual({ a: ["1"] });
    expect(await read(`${skipped}--BB--\r\n`)).toEqual({ files: [], fields: {} });
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
