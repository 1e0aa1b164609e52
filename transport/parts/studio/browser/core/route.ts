import { computed, signal } from "@preact/signals";

/** The current view: the fragment of the address, which is never sent to a server. */
export interface Route {
  /** Decoded segments: `content`, `posts`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** The token of a link that signs in, `#token=…`, as the command line prints it; empty without one. */
export const linkedToken = signal(takeToken());

const hash = signal(location.hash);

export const route = computed(() => read(hash.value));

addEventListener("hashchange", () => {
  linkedToken.value = takeToken();
  hash.value = location.hash;
});

/** The token leaves the address, where others might see or copy it. Other sites must not sign anybody in elsewhere. */
function takeToken(): string {
  const [, given] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (given === undefined) return "";
  history.replaceState(null, "", "#/content");
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname) ? decoded(given) : "";
}

/** The link to a view. */
export function href(path: readonly string[], query?: URLSearchParams): string {
  const text = query?.toString() ?? "";
  return `#/${path.map(encodeURIComponent).join("/")}${text === "" ? "" : `?${text}`}`;
}

export function go(path: readonly string[], query?: URLSearchParams): void {
  location.hash = href(path, query);
  // The event comes later: a second click before it would start from the route before the first.
  hash.value = location.hash;
}

/** Goes to the same view with another value of one parameter. */
export function goWith(name: string, value: string): void {
  const query = new URLSearchParams(route.value.query);
  query.set(name, value);
  go(route.value.path, query);
}

function read(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
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
