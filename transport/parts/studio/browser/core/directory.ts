import { signal } from "@preact/signals";
import { member } from "./member.ts";
import { ask } from "./request.ts";

/** The answer to `GET /`. */
export interface Directory {
  readonly profile: string | undefined;
  /** Paths of the enabled services. */
  readonly links: { readonly [name: string]: string | undefined };
  /** The names of the links that lead to pages for browsers. */
  readonly pages: ReadonlySet<string>;
}

/** Null until it has been loaded. */
export const directory = signal<Directory | null>(null);

export async function loadDirectory(): Promise<Directory> {
  const { json } = await ask({ path: "/" });
  const profile = member(json, "profile");
  const pages = member(json, "pages");
  const links = Object.entries(Object(member(json, "links"))).map(([name, path]) => [name, String(path)] as const);
  const read = {
    profile: typeof profile === "string" ? profile : undefined,
    links: Object.fromEntries(links),
    pages: new Set(Array.isArray(pages) ? pages.map(String) : []),
  };
  directory.value = read;
  return read;
}
