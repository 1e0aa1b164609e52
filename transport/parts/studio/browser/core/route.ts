import { signal } from "@preact/signals";

/** The current view: the fragment of the address, which is never sent to a server. */
export interface Route {
  /** Decoded segments: `content`, `posts`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export const route = signal(read());

addEventListener("hashchange", () => {
  route.value = read();
});

/** The link to a view. */
export function href(path: readonly string[], query?: URLSearchParams): string {
  const text = query?.toString() ?? "";
  return `#/${path.map(encodeURIComponent).join("/")}${text === "" ? "" : `?${text}`}`;
}

export function go(path: readonly string[], query?: URLSearchParams): void {
  location.hash = href(path, query);
}

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const segments = path.split("/").filter((segment) => segment !== "");
  return { path: segments.map(decoded), query: new URLSearchParams(query) };
}

/** A segment of a path; as it is where it is not well encoded. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
