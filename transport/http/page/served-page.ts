import { createHash } from "node:crypto";
import type { Answer } from "../answer.ts";
import { namesTag } from "../headers/entity-tag.ts";
import { HttpError } from "../http-error.ts";
import type { HeaderList, HttpRequest } from "../port.ts";
import { FILES, HTML_TYPE, type Page } from "./page.ts";
import type { PageFiles } from "./page-files.ts";

const TYPES: { readonly [ending: string]: string } = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** The same URL is validated each time, and answers programs otherwise. */
const REVALIDATED: HeaderList = [
  ["cache-control", "no-cache"],
  ["vary", "Accept"],
];

/** A changed file has another name. */
const IMMUTABLE: HeaderList = [["cache-control", "public, max-age=31536000, immutable"]];

/** Serves the page: its files under names with a hash of their content, so that a browser requests each of them once. */
export function servePage(pageFiles: PageFiles): Page {
  const files = Object.keys(TYPES).flatMap((ending) => withEnding(pageFiles, ending));
  const byName = new Map(files.map((file) => [file.servedAs, file]));
  return {
    show: async (request) => {
      const folder = folderBelow(request.path);
      const text = files.reduce(
        (html, { name, servedAs }) => html.replaceAll(`{{${name}}}`, () => `${folder}/${servedAs}`),
        pageFiles["index.html"],
      );
      return answer(request, { text, contentType: HTML_TYPE, headers: REVALIDATED });
    },
    file: async (request, name) => {
      const file = byName.get(name);
      if (file === undefined) throw new HttpError("no route", "Not Found");
      return answer(request, { ...file, headers: IMMUTABLE });
    },
  };
}

interface ServedFile {
  readonly name: string;
  readonly servedAs: string;
  readonly text: string;
  readonly contentType: string;
}

function withEnding(files: PageFiles, ending: string): readonly ServedFile[] {
  const contentType = TYPES[ending] ?? "";
  return Object.entries(files)
    .filter(([name]) => name.endsWith(`.${ending}`))
    .map(([name, text]) => {
      const stem = name.slice(0, -ending.length - 1);
      return { name, servedAs: `${stem}-${digest(text).slice(0, 12)}.${ending}`, text, contentType };
    });
}

/** Relative to the page, so that it works behind a proxy that serves it below another path. */
function folderBelow(path: string): string {
  return path.endsWith("/") ? FILES : `${path.slice(path.lastIndexOf("/") + 1)}/${FILES}`;
}

interface Content {
  readonly text: string;
  readonly contentType: string;
  readonly headers: HeaderList;
}

function answer(request: HttpRequest, { text, contentType, headers: own }: Content): Answer {
  const tag = `"${digest(text)}"`;
  const headers: HeaderList = [...own, ["etag", tag]];
  const known = request.header("if-none-match");
  if (known !== undefined && namesTag(known, tag)) return { status: 304, body: null, headers };
  return { status: 200, body: text, contentType, headers };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
