import { isUrl } from "../../config/shape-parts.ts";
import type { OpenApiDocument } from "../../parts/openapi/document.ts";
import { type CheckExchange, exchangeChecker } from "./check-exchange.ts";
import { exchangeOf, type FetchFunction, requestOf } from "./fetched.ts";
import type { Violation } from "./violation.ts";

export interface ContractOptions {
  /**
   * Only requests to this URL and below are checked; its path is a prefix of the document's paths. Default: requests to any
   * URL.
   */
  readonly baseUrl?: string;
}

/** A source of a document: a galley, for example. */
export interface HasDocument {
  openapi(): Promise<OpenApiDocument>;
}

/** Reports violations of an OpenAPI document by requests and their answers. */
export class Contract {
  readonly document: OpenApiDocument;
  readonly #check: CheckExchange;
  readonly #base: URL | null;
  readonly #violations: Violation[] = [];
  #exchanges = 0;

  /** @internal `contractOf` creates them. */
  constructor(document: OpenApiDocument, check: CheckExchange, { baseUrl }: ContractOptions) {
    this.document = document;
    this.#check = check;
    this.#base = baseUrl === undefined ? null : new URL(baseUrl);
  }

  /** Number of exchanges checked so far. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /** Violations so far, in the order of the answers. */
  get violations(): readonly Violation[] {
    return this.#violations;
  }

  /** Forgets all checked exchanges. */
  clear(): void {
    this.#violations.length = 0;
    this.#exchanges = 0;
  }

  /** Wraps a fetch so that its requests and answers are checked. The results are unchanged. */
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

  /** The violations of one exchange. Leaves both bodies readable. */
  async check(request: Request, response: Response): Promise<readonly Violation[]> {
    return this.#look(request.clone(), response);
  }

  async #look(request: Request, response: Response): Promise<readonly Violation[]> {
    const path = this.#pathOf(new URL(request.url));
    if (path === null) return [];
    this.#exchanges++;
    return this.#check(await exchangeOf(path, request, response.clone()));
  }

  /** Null for a request to another URL. */
  #pathOf({ origin, pathname }: URL): string | null {
    if (this.#base === null) return pathname;
    const root = this.#base.pathname.replace(/(?<!\/)\/+$/, "");
    if (origin !== this.#base.origin || !`${pathname}/`.startsWith(`${root}/`)) return null;
    return pathname.slice(root.length) || "/";
  }
}

/** The violations of answers that a wrapped fetch has returned. */
const byResponse = new WeakMap<Response, readonly Violation[]>();

/** The violations of an answer and its request; undefined for an answer that no wrapped fetch returned. */
export function violationsOf(response: Response): readonly Violation[] | undefined {
  return byResponse.get(response);
}

/**
 * The contract that a document defines: of a galley, of one read from a file, or of one at a URL.
 *
 * @throws Error if the package ajv is not installed, or the URL has no document (rejected).
 */
export async function contractOf(
  source: OpenApiDocument | HasDocument | URL | string,
  options: ContractOptions = {},
): Promise<Contract> {
  const document = await documentOf(source);
  return new Contract(document, await exchangeChecker(document), options);
}

async function documentOf(source: OpenApiDocument | HasDocument | URL | string): Promise<OpenApiDocument> {
  if (typeof source === "string" || isUrl(source)) {
    const response = await globalThis.fetch(source);
    if (!response.ok) throw new Error(`There is no document at ${source}: it answers ${response.status}`);
    return (await response.json()) as OpenApiDocument;
  }
  return typeof source.openapi === "function" ? source.openapi() : (source as OpenApiDocument);
}
