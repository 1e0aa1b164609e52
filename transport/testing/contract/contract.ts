import type { OpenApiDocument } from "../../openapi/document.ts";
import { type CheckExchange, exchangeChecker } from "./check-exchange.ts";
import { exchangeOf, type FetchFunction, requestOf } from "./fetched.ts";
import type { Violation } from "./violation.ts";

export interface ContractOptions {
  /**
   * Only requests to this address and below are checked, and what its path begins with is no part of the document's paths.
   * Requests to any address when absent.
   */
  readonly baseUrl?: string;
}

/** What has a document: a galley, for example. */
export interface HasDocument {
  openapi(): Promise<OpenApiDocument>;
}

/** Tells what breaks an OpenAPI document: requests, and answers to them. */
export class Contract {
  readonly document: OpenApiDocument;
  readonly #check: CheckExchange;
  readonly #base: URL | null;
  readonly #violations: Violation[] = [];
  #exchanges = 0;

  /** @internal `contractOf` makes them. */
  constructor(document: OpenApiDocument, check: CheckExchange, { baseUrl }: ContractOptions) {
    this.document = document;
    this.#check = check;
    this.#base = baseUrl === undefined ? null : new URL(baseUrl);
  }

  /** How many exchanges have been checked. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /** What has broken the document so far, in the order in which it was answered. */
  get violations(): readonly Violation[] {
    return this.#violations;
  }

  /** Forgets what has been checked. */
  clear(): void {
    this.#violations.length = 0;
    this.#exchanges = 0;
  }

  /** The same fetch, whose requests and answers are checked. What it gives is what it would give without this. */
  watch(fetch: FetchFunction): FetchFunction {
    return async (input, init) => {
      const request = requestOf(input, init);
      const sent = request.clone();
      const response = await fetch(input, init);
      const found = await this.#look(sent, response);
      this.#violations.push(...found);
      byResponse.set(response, found);
      return response;
    };
  }

  /** What of one exchange breaks the document. Neither body is used up. */
  async check(request: Request, response: Response): Promise<readonly Violation[]> {
    return this.#look(request.clone(), response);
  }

  async #look(request: Request, response: Response): Promise<readonly Violation[]> {
    const path = this.#pathOf(new URL(request.url));
    if (path === null) return [];
    this.#exchanges++;
    return this.#check(await exchangeOf(path, request, response.clone()));
  }

  /** Null for a request to somewhere else. */
  #pathOf({ origin, pathname }: URL): string | null {
    if (this.#base === null) return pathname;
    const root = this.#base.pathname.replace(/(?<!\/)\/+$/, "");
    if (origin !== this.#base.origin || !`${pathname}/`.startsWith(`${root}/`)) return null;
    return pathname.slice(root.length) || "/";
  }
}

/** What was found of answers that a watched fetch has given. */
const byResponse = new WeakMap<Response, readonly Violation[]>();

/** What an answer, and the request that it answers, break; undefined for one that no watched fetch has given. */
export function violationsOf(response: Response): readonly Violation[] | undefined {
  return byResponse.get(response);
}

/**
 * The contract that a document is: of a galley, one that was read from a file, or at a URL.
 *
 * @throws Error where the package ajv is not installed, or the URL has no document (rejected).
 */
export async function contractOf(
  source: OpenApiDocument | HasDocument | URL | string,
  options: ContractOptions = {},
): Promise<Contract> {
  const document = await documentOf(source);
  return new Contract(document, await exchangeChecker(document), options);
}

async function documentOf(source: OpenApiDocument | HasDocument | URL | string): Promise<OpenApiDocument> {
  if (typeof source === "string" || source instanceof URL) {
    const response = await globalThis.fetch(source);
    if (!response.ok) throw new Error(`There is no document at ${source}: it answers ${response.status}`);
    return (await response.json()) as OpenApiDocument;
  }
  return typeof source.openapi === "function" ? source.openapi() : (source as OpenApiDocument);
}
