import type { MediaAttribute } from "../../../../engine/internal.ts";
import { Random } from "../random.ts";
import { slugOf } from "../text-value.ts";
import { headingOf, sentenceOf } from "../texts/words.ts";
import { samplePicture } from "./sample-picture.ts";

/** A generated file with its smaller formats, and the attributes that uploading it would give. */
export interface MadeFile {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly entry: {
    readonly name: string;
    readonly alternativeText: string;
    readonly caption: string;
    readonly formats: { readonly [name: string]: object } | null;
    readonly hash: string;
    readonly ext: string;
    readonly mime: string;
    readonly width: number | null;
    readonly height: number | null;
    /** In thousands of bytes, to two decimals. */
    readonly size: number;
    readonly url: string;
    readonly provider: string;
  };
}

const WIDTH = 1200;
const HEIGHT = 800;

interface Kind extends Pick<MadeFile["entry"], "ext" | "mime" | "width" | "height"> {
  bytes(serial: number): Promise<Uint8Array>;
}

const PICTURE: Kind = {
  ext: ".png",
  mime: "image/png",
  width: WIDTH,
  height: HEIGHT,
  bytes: async (serial) => samplePicture(WIDTH, HEIGHT, serial),
};

const NO_SIZE = { width: null, height: null };

const KINDS: { readonly [allowed: string]: Kind } = {
  images: PICTURE,
  videos: { ext: ".mp4", mime: "video/mp4", ...NO_SIZE, bytes: async () => (await import("./sample-bytes.ts")).VIDEO },
  audios: { ext: ".mp3", mime: "audio/mpeg", ...NO_SIZE, bytes: async () => (await import("./sample-bytes.ts")).AUDIO },
  files: {
    ext: ".pdf",
    mime: "application/pdf",
    ...NO_SIZE,
    bytes: async (serial) => samplePage(`File ${serial + 1}`),
  },
};

/** The kind of file to generate for an attribute: pictures if it accepts them. */
export function kindFor({ allowedTypes }: MediaAttribute): string {
  const [first = "images"] = allowedTypes;
  return allowedTypes.includes("images") || !Object.hasOwn(KINDS, first) ? "images" : first;
}

/** Prefix of the media types of a kind. */
export function mediaTypesOf(kind: string): string {
  return (KINDS[kind] ?? PICTURE).mime.replace(/\/.*/, "/");
}

/** The name of a generated file: what its alternative text says, and a number. */
export function madeFileName(kind: string, serial: number): string {
  const { ext } = KINDS[kind] ?? PICTURE;
  return `${slugOf(headingOf(randomOf(ext, serial)))}-${serial + 1}${ext}`;
}

function randomOf(ext: string, serial: number): Random {
  return new Random(`made_${serial + 1}${ext}`);
}

/** The formats that Strapi makes of a picture of this size, by the longer side. */
const FORMATS = { thumbnail: 234, small: 500, medium: 750, large: 1000 };

interface Format {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly entry: object;
}

function formatsOf(name: string, serial: number): readonly (readonly [key: string, format: Format])[] {
  return Object.entries(FORMATS).map(([key, width]) => {
    const height = Math.round((width * HEIGHT) / WIDTH);
    const bytes = samplePicture(width, height, serial);
    const file = `${key}_${name}`;
    const size = Math.round(bytes.byteLength / 10) / 100;
    const hash = file.slice(0, -PICTURE.ext.length);
    const about = { ext: PICTURE.ext, mime: PICTURE.mime, path: null, size, sizeInBytes: bytes.byteLength };
    return [key, { name: file, bytes, entry: { name: file, hash, ...about, width, height, url: `/uploads/${file}` } }];
  });
}

/** A small file of a kind; deterministic per serial. */
export async function madeFile(kind: string, serial: number): Promise<MadeFile> {
  const { bytes: bytesOf, ...values } = KINDS[kind] ?? PICTURE;
  const bytes = await bytesOf(serial);
  const name = madeFileName(kind, serial);
  const hash = name.slice(0, -values.ext.length);
  const size = Math.round(bytes.byteLength / 10) / 100;
  const random = randomOf(values.ext, serial);
  const formats = kind === "images" || !Object.hasOwn(KINDS, kind) ? formatsOf(name, serial) : [];
  const entry = {
    ...{ name, hash, ...values, size, url: `/uploads/${name}`, provider: "local" },
    alternativeText: headingOf(random),
    caption: sentenceOf(random),
    formats: formats.length === 0 ? null : Object.fromEntries(formats.map(([key, each]) => [key, each.entry])),
  };
  return { files: [{ name, bytes }, ...formats.map(([, each]) => each)], entry };
}

/** A PDF of one page with one line of text (ISO 32000-1, §7.5). */
function samplePage(line: string): Uint8Array {
  const text = `BT /F1 24 Tf 72 770 Td (${line}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let body = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(`${body}${table}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`);
}
