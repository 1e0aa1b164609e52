import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { archiveEntries } from "../../../transport/strapi/archive/write/export-archive.ts";
import { writeEntries } from "../../../transport/twin/output/write-twin.ts";
import { plainBytes, scrubbedFile } from "../../../transport/twin/pull/files.ts";
import { ruleOfName } from "../../../transport/twin/scrub/rules.ts";
import { replaceWords, scrubText } from "../../../transport/twin/scrub/scrub-text.ts";
import type { Scrubber } from "../../../transport/twin/scrub/scrubber.ts";
import { StandIns } from "../../../transport/twin/scrub/stand-ins.ts";
import { withoutMetadata } from "../../../transport/twin/scrub/without-metadata.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { fill, openSource, pictureWith, SOURCE_SCHEMA, upload, write } from "../../support/twin/source.ts";

const standIns = new StandIns(Buffer.alloc(32, 1));

describe("scrubText", () => {
  it.each([
    "a day 2020-01-02, a time 10:00, 3.14159265358 and 1,234,567",
    "0.1234567890 and 12/31/2024 and version 10.20.30",
    "id 01234567-89ab-4cde-8f01-23456789abcd",
    "/uploads/0123456789_photo.jpg and https://x.org/a?page=2&sort=name",
    "GB82 WEST 1234 5698 7654 33 is no account",
  ])("keeps %s", (text) => {
    expect(scrubText(text, standIns)).toBe(text);
  });

  it.each([
    ["ada@real.org", /^[a-z2-7]{16}@example\.com$/],
    ['<a href="mailto:ada@real.org">', /^<a href="mailto:[a-z2-7]{16}@example\.com">$/],
    ["tel:+4930123456", /^tel:\+999\d{11}$/],
    ["call (555) 123-4567 now", /^call \+999\d{11} now$/],
    ["GB82 WEST 1234 5698 7654 32 AND MORE", /^XX00\d{18} AND MORE$/],
    ["https://x.org/f?X-Amz-Signature=abc#top", /^https:\/\/x\.org\/f#top$/],
    ["postgres://ada:pa55word@db.example.org/x", /^postgres:\/\/db\.example\.org\/x$/],
    ["see https://token@api.example.org, now", /^see https:\/\/api\.example\.org, now$/],
    ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", /^[0-9a-f]{40}$/],
  ])("replaces %s", (text, expected) => {
    expect(scrubText(text, standIns)).toMatch(expected);
  });

  it("takes no stand-in for a value, whatever form it has by chance", () => {
    const emails = Array.from({ length: 20_000 }, (_, n) => `person${n}@real.org`);
    const alone = emails.map((email) => standIns.email(email)).join(" ");
    expect(scrubText(emails.join(" "), standIns)).toBe(alone);
    expect(scrubText(`${emails[0]} +49 30 123456`, standIns)).toMatch(/^[a-z2-7]{16}@example\.com \+999\d{11}$/);
  });

  it("gives nobody's stand-in without the key", () => {
    const other = new StandIns(Buffer.alloc(32, 2));
    expect(scrubText("ada@real.org", other)).not.toBe(scrubText("ada@real.org", standIns));
    expect(standIns.email(" ADA@real.org")).toBe(standIns.email("ada@real.org"));
  });
});

it("words are replaced, and the structure of a rich text stays", () => {
  const text = '<p class="a">Ada, 12 Main St</p> ![x](/a.png) https://x.org/b';
  expect(replaceWords(text, standIns)).toMatch(
    /^<p class="a">[A-Z][a-z]{2}, \d\d [A-Z][a-z]{3} [A-Z][a-z]<\/p> !\[[a-z]\]\(\/a\.png\) https:\/\/x\.org\/b$/,
  );
});

it.each([
  ["e_mail", "email"],
  ["workPhoneNumber", "phone"],
  ["first_name", "name"],
  ["zip", "text"],
  ["ip", "text"],
  ["dateOfBirth", "date"],
  ["resetPasswordToken", "token"],
  ["description", null],
  ["zipper", null],
  ["title", null],
  ["cellar", null],
])("an attribute named %s is scrubbed as %s", (name, rule) => {
  expect(ruleOfName(name)).toBe(rule);
});

describe("withoutMetadata", () => {
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const exif = Buffer.concat([
    Buffer.from("Exif\0\0MM\0*", "latin1"),
    Buffer.from([0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
    Buffer.from("GPS 48.1"),
  ]);
  const scan = Buffer.concat([segment(0xda, Buffer.from([1, 2])), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd9])]);
  const jpeg = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from("JFIF\0")),
    segment(0xe1, exif),
    segment(0xed, Buffer.from("Photoshop, by Ada")),
    segment(0xfe, Buffer.from("a comment")),
    scan,
    Buffer.from("appended GPS"),
  ]);

  it("keeps of a JPEG what is needed to show it, and how it is turned", () => {
    const plain = Buffer.from(withoutMetadata(jpeg) ?? []);
    expect(plain.toString("latin1")).not.toMatch(/GPS|Ada|comment/);
    expect(plain.subarray(-scan.length)).toEqual(scan);
    expect(plain.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true);
    expect(withoutMetadata(plain)).toEqual(plain);
  });

  it.each([
    ["a fill byte", Buffer.from([0xff])],
    ["bytes that are no marker", Buffer.from([1, 2, 3])],
  ])("takes EXIF out of a JPEG behind %s", (_, before) => {
    const odd = Buffer.concat([jpeg.subarray(0, 2), before, jpeg.subarray(2)]);
    expect(Buffer.from(withoutMetadata(odd) ?? []).equals(Buffer.from(withoutMetadata(jpeg) ?? []))).toBe(true);
  });

  it("keeps of a PNG no chunk but those that show it", () => {
    const chunk = (name: string, text: string) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(text.length, 0);
      head.write(name, 4, "latin1");
      return Buffer.concat([head, Buffer.from(text), Buffer.alloc(4)]);
    };
    const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
    const kept = ["IHDR", "gAMA", "IDAT", "IEND"].map((name) => chunk(name, "shown"));
    const other = ["tEXt", "zTXt", "caBX", "mkBF"].map((name) => chunk(name, "Ada"));
    const bytes = Buffer.concat([start, ...kept.slice(0, 2), ...other, ...kept.slice(2)]);
    expect(Buffer.from(withoutMetadata(bytes) ?? []).equals(Buffer.concat([start, ...kept]))).toBe(true);
  });

  it("takes EXIF and XMP out of WebP", () => {
    const chunk = (name: string, data: string) => {
      const head = Buffer.alloc(8);
      head.write(name, "latin1");
      head.writeUInt32LE(data.length, 4);
      return Buffer.concat([head, Buffer.from(data + (data.length % 2 === 1 ? "\0" : ""))]);
    };
    const body = Buffer.concat([
      chunk("VP8X", "\x0c000000000"),
      chunk("VP8 ", "abc"),
      chunk("EXIF", "GPS"),
      chunk("XMP ", "by Ada"),
      chunk("C2PA", "by Ada"),
    ]);
    const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
    const plain = Buffer.from(withoutMetadata(Buffer.concat([head, body])) ?? []);
    expect(plain.toString("latin1")).not.toMatch(/GPS|Ada/);
    expect(plain.readUInt32LE(4)).toBe(plain.length - 8);
    expect(plain[20]).toBe(0);
  });

  it("takes EXIF and XMP out of AVIF, which shows the same picture", async () => {
    const { default: sharp } = await import("sharp");
    const create = { width: 40, height: 20, channels: 3, background: "#a04020" } as const;
    const bytes = await sharp({ create })
      .withExif({ IFD0: { Artist: "Ada Lovelace" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">by Grace Hopper</x:xmpmeta>')
      .avif()
      .toBuffer();
    for (const name of ["Ada Lovelace", "Grace Hopper"]) expect(bytes.toString("latin1")).toContain(name);
    const plain = Buffer.from(withoutMetadata(bytes) ?? []);
    expect(plain.length).toBe(bytes.length);
    expect(plain.toString("latin1")).not.toMatch(/Ada|Grace/);
    expect(await sharp(plain).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
    for (const length of [12, 40, 200, 300]) withoutMetadata(bytes.subarray(0, length));
  });

  it("takes comments and XMP out of GIF, which shows the same picture", async () => {
    const { default: sharp } = await import("sharp");
    const create = { width: 4, height: 2, channels: 3, background: "#a04020" } as const;
    const gif = await sharp({ create }).gif().toBuffer();
    const table = 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
    const first = 13 + ((gif[10] ?? 0) & 0x80 ? table : 0);
    const comment = Buffer.from("\x21\xfe\x0cAda Lovelace\x00", "latin1");
    const xmp = Buffer.from("\x21\xff\x0bXMP DataXMP\x06by Ada\x00", "latin1");
    const bytes = Buffer.concat([
      gif.subarray(0, first),
      comment,
      xmp,
      gif.subarray(first),
      Buffer.from("Ada, appended"),
    ]);
    const plain = Buffer.from(withoutMetadata(bytes) ?? []);
    expect(plain.toString("latin1")).not.toContain("Ada");
    expect(await sharp(plain).raw().toBuffer()).toEqual(await sharp(gif).raw().toBuffer());
    for (let length = 6; length < bytes.length; length += 7) withoutMetadata(bytes.subarray(0, length));
  });

  it("knows nothing of other bytes", () => {
    expect(withoutMetadata(Buffer.from("%PDF-1.4 by Ada"))).toBeNull();
  });

  it.each([0, 1, 5, 20, 60])("takes what is cut off after %s bytes", (length) => {
    expect(withoutMetadata(jpeg.subarray(0, length))?.length ?? 0).toBeLessThanOrEqual(length + 36);
  });
});

it("galley pull --archive scrubs what strapi export wrote, private values too", async () => {
  const source = await openSource();
  await fill(source, 6);
  const cover = await upload(source, "Maria-Lopez.png", pictureWith("GPS 48.1"));
  await write(source, "POST", "/authors", { name: "Maria Lopez", email: "maria@real.org" });
  await source.galley
    .documents("api::post.post")
    .create({ data: { title: "Mail maria@real.org", secret: "maria@real.org", cover } });
  const folder = await newFolder();
  const { engine, files } = source.galley;
  const access = { roles: {}, open: false };
  const entries = archiveEntries({ engine: engine.fork(), definition: SOURCE_SCHEMA, files, access, createdAt: 0 });
  await writeEntries(entries, join(folder, "export"));
  const { code, out, errors } = await runHere([
    "pull",
    "--archive",
    join(folder, "export"),
    "--out",
    join(folder, "twin"),
    "--report",
  ]);
  expect([code, errors, out]).toEqual([0, "", expect.stringContaining("scrubbed: post.secret: ")]);
  const twin = join(folder, "twin");
  const bytes = readdirSync(twin, { recursive: true, encoding: "utf8" }).map((name) => {
    const path = join(twin, name);
    return `${name}\n${statSync(path).isFile() ? readFileSync(path, "latin1") : ""}`;
  });
  expect(bytes.join("\n")).not.toMatch(/maria|lopez|GPS 48\.1/i);
  const served = await createGalley({ project: twin, open: true });
  const asked =
    "/api/posts?status=draft&fields=views&populate[tags][fields]=name&populate[cover][fields]=width&sort=id&pagination[pageSize]=20";
  const answers = [];
  for (const galley of [source.galley, served]) {
    const headers = galley === served ? {} : { authorization: "Bearer full-token" };
    answers.push(await (await galley.fetch(asked, { headers })).json());
  }
  expect(answers[1]).toEqual(answers[0]);
  await served.close();
});

it("galley pull takes a URL or an archive, not both", async () => {
  const { code, errors } = await runHere(["pull", "http://127.0.0.1:1", "--archive", "x.tar"]);
  expect([code, errors]).toEqual([2, expect.stringContaining("pull takes a URL or --archive FILE, not both")]);
});

const scrubber = { file: () => "hash", keepsFiles: false } as unknown as Scrubber;

it.each([
  [".png", ".png"],
  ["", ""],
  ["/../../api/users", ""],
  ["/../../_studio", ""],
  [".png?x=/../..", ""],
  [`.${"x".repeat(300)}`, ""],
  [7, ""],
])("a file of a source with the ext %j has the ext %j, and an address to fit", (ext, expected) => {
  const file = scrubbedFile({ name: "a", hash: "h", ext, formats: { small: { name: "b", hash: "s", ext } } }, scrubber);
  expect(file).toMatchObject({
    ext: expected,
    url: `/uploads/hash${expected}`,
    formats: { small: { ext: expected, url: `/uploads/small_hash${expected}` } },
  });
});

it("a file without an ext still has none", () => {
  expect(scrubbedFile({ name: "a", hash: "h", ext: null }, scrubber)).not.toHaveProperty("ext");
});

it.each([
  ["UTF-8", Buffer.from("Zoë, ada@real.org")],
  ["Latin-1", Buffer.from("Zoë, ada@real.org", "latin1")],
  ["UTF-16 of Windows", Buffer.from("\ufeffZoë, ada@real.org", "utf16le")],
  ["UTF-16 in network order", Buffer.from("\ufeffZoë, ada@real.org", "utf16le").swap16()],
])("a text in %s keeps its encoding, and no secret", (_, bytes) => {
  const text = (value: string) => value.replace("ada@real.org", "eve@fake.org");
  const expected = Buffer.from(bytes);
  const plain = Buffer.from(plainBytes(bytes, "text/csv", { text } as unknown as Scrubber, () => {}));
  expect(plain.length).toBe(expected.length);
  expect(plain.subarray(0, 3)).toEqual(expected.subarray(0, 3));
  expect(plain.toString("latin1").replaceAll("\0", "")).toContain("eve@fake.org");
  expect(plain.toString("latin1").replaceAll("\0", "")).not.toContain("ada@real");
});
