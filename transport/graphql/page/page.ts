import type { Answer } from "../../http/answer.ts";
import type { HttpRequest } from "../../http/port.ts";

/** The page for people: a query editor that needs nothing from elsewhere. */
export interface Page {
  /** The content security policy that it works under. */
  readonly policy: string;
  /** The page itself. */
  show(request: HttpRequest): Promise<Answer>;
  /**
   * A file that the page is made of.
   *
   * @throws HttpError `no route` (rejected) for a name that no file has.
   */
  file(request: HttpRequest, name: string): Promise<Answer>;
}

/** Where the files of the page are, below the path of the endpoint. */
export const FILES = "assets";

/** Its own files and its own endpoint, nothing inline, and no frame around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Reads its files when it is first asked for. */
export function graphqlPage(): Page {
  let reading: Promise<Omit<Page, "policy">> | null = null;
  const read = () => {
    reading ??= import("./served-page.ts").then(({ servedPage }) => servedPage());
    return reading;
  };
  return {
    policy: POLICY,
    show: async (request) => (await read()).show(request),
    file: async (request, name) => (await read()).file(request, name),
  };
}
