import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { MemoryFileStore, type StoredFile } from "../../../../../storage/internal.ts";
import { Pictures } from "../../../../../transport/parts/uploads/pictures/pictures.ts";
import type { OpenPicture } from "../../../../../transport/parts/uploads/pictures/shape-picture.ts";
import { SILENT } from "../../../../support/servers/open-galley.ts";
import { form, openUploads } from "../../../../support/servers/open-uploads.ts";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#08c" } });

async function storedFile(bytes: Uint8Array): Promise<StoredFile> {
  const files = new MemoryFileStore();
  await files.put("a.png", [bytes]);
  const stored = await files.open("a.png");
  if (stored === null) throw new Error("the file is gone");
  return stored;
}

/** An animation of one frame, a WebP picture of 100 x 100, on a square canvas. */
function onCanvas(still: Buffer, side: number): Buffer {
  const three = (value: number) => Buffer.of(value & 255, (value >> 8) & 255, value >> 16);
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name), length, data]);
  };
  const canvas = chunk("VP8X", Buffer.concat([Buffer.of(2, 0, 0, 0), three(side - 1), three(side - 1)]));
  const frame = Buffer.concat([three(0), three(0), three(99), three(99), three(10), Buffer.of(0), still.subarray(12)]);
  const chunks = Buffer.concat([canvas, chunk("ANIM", Buffer.alloc(6)), chunk("ANMF", frame)]);
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), chunks]));
}

const namesIn = async (files: { list(): AsyncIterable<string> }) => {
  const names: string[] = [];
  for await (const name of files.list()) names.push(name);
  return names.sort();
};

describe("a picture", () => {
  it("gets smaller forms as far as it is larger than they are, each served under its URL", async () => {
    const { galley, send } = await openUploads();
    const bytes = await picture(900, 600).png().toBuffer();
    const [file] = await send([["my photo.png", bytes]]);
    const { hash, url, formats, size } = file as typeof file & { hash: string; formats: Record<string, object> };
    const form = (name: string, width: number, height: number) => ({
      name: `${name}_my photo.png`,
      hash: `${name}_${hash}`,
      ext: ".png",
      mime: "image/png",
      path: null,
      width,
      height,
      size: expect.any(Number),
      sizeInBytes: expect.any(Number),
      url: `/uploads/${name}_${hash}.png`,
    });
    expect(formats).toEqual({
      thumbnail: form("thumbnail", 234, 156),
      medium: form("medium", 750, 500),
      small: form("small", 500, 333),
    });
    expect(size).toBe(Math.round(bytes.byteLength / 10) / 100);
    expect(Buffer.from(await (await galley.fetch(url)).arrayBuffer())).toEqual(bytes);
    for (const { url: at, width, height, sizeInBytes } of Object.values(formats) as ReturnType<typeof form>[]) {
      const served = Buffer.from(await (await galley.fetch(at)).arrayBuffer());
      expect(await sharp(served).metadata()).toMatchObject({ format: "png", width, height });
      expect(served.byteLength).toBe(sizeInBytes);
    }
  });

  it("has none where it is small, or no picture that can be made smaller", async () => {
    const { send } = await openUploads();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"/>';
    const files = await send([
      ["tiny.png", await picture(245, 156).png().toBuffer()],
      ["drawing.svg", svg, "image/svg+xml"],
      ["notes.txt", "x", "text/plain"],
    ]);
    expect(files.map(({ formats, width }) => [formats, width])).toEqual([
      [null, 245],
      [null, 640],
      [null, null],
    ]);
  });

  it("keeps moving", async () => {
    const { galley, send } = await openUploads();
    const pages = await Promise.all(
      [picture(300, 200), picture(300, 200).negate()].map((each) => each.png().toBuffer()),
    );
    const [file] = await send([
      [
        "moving.gif",
        await sharp(pages, { join: { animated: true } })
          .gif()
          .toBuffer(),
      ],
    ]);
    const { thumbnail } = Object(file).formats as { thumbnail: { url: string; height: number } };
    const served = Buffer.from(await (await galley.fetch(thumbnail.url)).arrayBuffer());
    expect([(await sharp(served).metadata()).pages, thumbnail.height, file?.height]).toEqual([2, 156, 200]);
  });

  it("is removed with its formats, and its replacement has others", async () => {
    const { galley, ask, send } = await openUploads();
    const [file] = await send([["a.png", await picture(600, 600).png().toBuffer()]]);
    const { hash, id } = file as typeof file & { hash: string };
    expect(await namesIn(galley.files)).toEqual([`${hash}.png`, `small_${hash}.png`, `thumbnail_${hash}.png`]);
    const other = form([["b.png", await picture(300, 300).png().toBuffer()]]);
    const { body } = await ask("POST", `/api/upload?id=${id}`, other);
    expect(Object.keys(body.formats)).toEqual(["thumbnail"]);
    expect(await namesIn(galley.files)).toEqual([`${hash}.png`, `thumbnail_${hash}.png`]);
    await ask("DELETE", `/api/upload/files/${id}`);
    expect(await namesIn(galley.files)).toEqual([]);
  });

  it("is refused whole where it is cut off, with the others that came with it", async () => {
    const { galley, ask } = await openUploads();
    const whole = await sharp({
      create: {
        width: 600,
        height: 400,
        channels: 3,
        background: "#08c",
        noise: { type: "gaussian", mean: 90, sigma: 30 },
      },
    })
      .png()
      .toBuffer();
    const both = form([
      ["whole.png", whole],
      ["cut.png", whole.subarray(0, whole.byteLength / 2)],
    ]);
    const { status, body } = await ask("POST", "/api/upload", both);
    expect([status, body.error.name, body.error.message]).toEqual([
      400,
      "ApplicationError",
      "File is not a valid image",
    ]);
    expect([await namesIn(galley.files), (await ask("GET", "/api/upload/files")).body]).toEqual([[], []]);
  });

  // Sharp itself refuses to read the header of the second one.
  it.each([12_000, 20_000])("is not decoded where that would take too much memory: %i pixels square", async (side) => {
    const { send } = await openUploads();
    const huge = await picture(100, 100).png().toBuffer();
    // Its header, with the matching checksum.
    huge.writeUInt32BE(side, 16);
    huge.writeUInt32BE(side, 20);
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
    const [file] = await send([["huge.png", huge]]);
    expect([file?.formats, file?.width]).toEqual([null, side]);
  });

  it.each([
    [1_000_000, 8],
    [8, 1_000_000],
  ])("is not decoded where a side is out of all proportion: %i by %i pixels", async (width, height) => {
    const { send } = await openUploads();
    const long = await picture(width, height).png().toBuffer();
    const [file] = await send([["long.png", long]]);
    expect([file?.formats, file?.width, file?.height]).toEqual([null, width, height]);
  });

  it("is not decoded where its frames are put together on a large canvas", async () => {
    const { send } = await openUploads();
    const still = await picture(100, 100).webp({ lossless: true }).toBuffer();
    const files = await send([
      ["small.webp", onCanvas(still, 300)],
      ["large.webp", onCanvas(still, 7900)],
    ]);
    expect(files.map(({ formats, width }) => [formats !== null, width])).toEqual([
      [true, 300],
      [false, 7900],
    ]);
  });

  it("is not decoded where its decoder would keep too much, however few bytes it has", async () => {
    const { send } = await openUploads();
    const large = picture(5000, 5000);
    const files = await send([
      ["plain.jpg", await large.clone().jpeg().toBuffer()],
      ["progressive.jpg", await large.clone().jpeg({ progressive: true }).toBuffer()],
      ["deep.png", await large.clone().toColourspace("rgb16").png({ progressive: true }).toBuffer()],
    ]);
    expect(files.map(({ formats, width }) => [formats !== null, width])).toEqual([
      [true, 5000],
      [false, 5000],
      [false, 5000],
    ]);
  });

  it("is not decoded where no form can be made of it", async () => {
    const { send } = await openUploads();
    const bytes = await picture(300, 300).avif().toBuffer();
    const [file] = await send([["cut.avif", bytes.subarray(0, -8)]]);
    expect(file).toMatchObject({ formats: null, width: 300, height: 300 });
  });

  it("has the forms that the configuration names, or none", async () => {
    const bytes = await picture(300, 300).png().toBuffer();
    const other = await openUploads({ uploads: { breakpoints: { icon: 32 } } });
    expect(Object.keys(Object((await other.send([["a.png", bytes]]))[0]?.formats))).toEqual(["thumbnail", "icon"]);
    const none = await openUploads({ uploads: { formats: false } });
    expect((await none.send([["a.png", bytes]]))[0]?.formats).toBeNull();
    await expect(openUploads({ uploads: { breakpoints: { "../x": 32 } } })).rejects.toThrow(/uploads\.breakpoints/);
  });

  it("is stored with less quality if that is configured and makes it smaller", async () => {
    const { galley, send } = await openUploads({ uploads: { optimize: true, formats: true } });
    const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
    const bytes = await sharp({ create: { width: 200, height: 100, channels: 3, background: "#fff", noise } })
      .jpeg({ quality: 100 })
      .toBuffer();
    const [file] = await send([["a.jpg", bytes]]);
    const served = await (await galley.fetch(String(file?.url))).arrayBuffer();
    expect(served.byteLength).toBeLessThan(bytes.byteLength);
    expect([file?.size, file?.width, file?.formats]).toEqual([Math.round(served.byteLength / 10) / 100, 200, null]);
  });
});

it("creates no formats of a picture if that takes too long", async () => {
  const slow: OpenPicture = (bytes, options) => {
    const opened = sharp(bytes, options).blur(200);
    // As long as sharp can wait at least; blurring a picture of this size takes it much longer.
    const timeout = () => Object.getPrototypeOf(opened).timeout.call(opened, { seconds: 1 });
    return Object.assign(opened, { timeout });
  };
  const pictures = new Pictures({ formats: true, breakpoints: {}, optimize: true }, SILENT, async () => slow);
  const stored = await storedFile(await picture(6000, 6000).png().toBuffer());
  expect(await pictures.shape(stored)).toBeNull();
});

it("makes no forms without sharp, and says so once", async () => {
  const lines: string[] = [];
  const log = { info: () => {}, warn: (_: object, line: string) => lines.push(line), error: () => {} };
  const pictures = new Pictures({ formats: true, breakpoints: {}, optimize: false }, log, async () => null);
  const stored = await storedFile(await picture(600, 600).png().toBuffer());
  expect([await pictures.shape(stored), await pictures.shape(stored)]).toEqual([null, null]);
  expect(lines).toEqual(["No smaller formats are made of pictures: they need the package sharp (npm install sharp)"]);
});
