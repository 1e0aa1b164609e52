import { isRecord, type Page, paginationOf, validationError } from "../../../../engine/internal.ts";
import { inFrontOf } from "../controllers/create-core-controller.ts";
import type { Loose, StrapiObject, StrapiService } from "../strapi-object.ts";

const STRAPI = Symbol("strapi");

/** The common members of all services of content types. They are open: a project's services inherit from them. */
class CoreService {
  readonly contentType: Loose;
  declare readonly [STRAPI]: StrapiObject;

  constructor(strapi: StrapiObject, uid: string) {
    Object.defineProperty(this, STRAPI, { value: strapi });
    this.contentType = strapi.contentType(uid);
  }

  /** Services show published entries unless they are asked for drafts. */
  getFetchParams(params: Loose = {}): Loose {
    return { status: "published", ...params };
  }
}

class CollectionService extends CoreService {
  async find(given: Loose = {}) {
    const { pagination, ...params } = this.getFetchParams(given);
    const window = windowOf(pagination, this[STRAPI].config.get("api.rest", {}));
    const asked = { ...params, start: window.start, limit: window.limit };
    const documents = documentsOf(this);
    const results = await documents.findMany(asked);
    return { results, pagination: paginationOf(window, window.withCount ? await documents.count(asked) : null) };
  }

  findOne(documentId: string, params: Loose = {}) {
    return documentsOf(this).findOne({ ...this.getFetchParams(params), documentId });
  }

  create(params: Loose = { data: {} }) {
    return documentsOf(this).create(this.getFetchParams(params));
  }

  update(documentId: string, params: Loose = { data: {} }) {
    return documentsOf(this).update({ ...this.getFetchParams(params), documentId });
  }

  async delete(documentId: string, params: Loose = {}) {
    const { entries } = await documentsOf(this).delete({ ...this.getFetchParams(params), documentId });
    return { deletedEntries: entries.length };
  }
}

class SingleService extends CoreService {
  find(params: Loose = {}) {
    return documentsOf(this).findFirst(this.getFetchParams(params));
  }

  async createOrUpdate(params: Loose = {}) {
    const only = await documentsOf(this).findFirst();
    const asked = this.getFetchParams(params);
    if (only === null) return documentsOf(this).create(asked);
    return documentsOf(this).update({ ...asked, documentId: only.documentId });
  }

  async delete(params: Loose = {}) {
    const only = await documentsOf(this).findFirst();
    if (only === null) return { deletedEntries: 0 };
    const { documentId } = only;
    const { entries } = await documentsOf(this).delete({ ...this.getFetchParams(params), documentId });
    return { deletedEntries: entries.length };
  }
}

function documentsOf(service: CoreService) {
  return service[STRAPI].documents(service.contentType.uid);
}

/**
 * `factories.createCoreService`: the service of a content type, with functions of the project in front of the usual
 * ones; `super` reaches these.
 */
export function createCoreService(
  uid: string,
  own?: Loose,
): (given: { readonly strapi: StrapiObject }) => StrapiService {
  return (given) => {
    const { strapi } = given;
    const isSingle = strapi.contentType(uid)?.kind === "singleType";
    const base = isSingle ? new SingleService(strapi, uid) : new CollectionService(strapi, uid);
    return inFrontOf(base, own, given) as StrapiService;
  };
}

/** `api.rest` of the configuration, as far as lists need it. */
interface RestConfig {
  readonly defaultLimit?: unknown;
  readonly maxLimit?: unknown;
  readonly withCount?: unknown;
}

const DEFAULT_LIMIT = 25;

/** The part of a list that is asked for. @throws EngineError `validation` for a `withCount` that is neither yes nor no. */
function windowOf(pagination: unknown, { defaultLimit, maxLimit, withCount = true }: RestConfig) {
  const asked = isRecord(pagination) ? pagination : {};
  const usual = Number(defaultLimit ?? DEFAULT_LIMIT);
  const isCounted = "withCount" in asked ? yesOrNo(asked.withCount) : Boolean(withCount);
  const isOffset = "start" in asked || "limit" in asked;
  const size = limited(Number((isOffset ? asked.limit : asked.pageSize) ?? usual), Number(maxLimit) || 0);
  const start = isOffset ? Number(asked.start ?? 0) : (Math.max(1, Number(asked.page ?? 1)) - 1) * size;
  const style = !isOffset || "page" in asked || "pageSize" in asked ? "page" : "offset";
  return { style, start, limit: size, withCount: isCounted } satisfies Page;
}

function limited(size: number, max: number): number {
  const asked = size === -1 ? max || Number.MAX_SAFE_INTEGER : Math.max(0, size);
  return max > 0 ? Math.min(asked, max) : asked;
}

function yesOrNo(given: unknown): boolean {
  if (given === undefined || [false, "false", "f", "0", 0].includes(given as string)) return false;
  if ([true, "true", "t", "1", 1].includes(given as string)) return true;
  const message = 'Invalid withCount parameter. Expected "t","1","true","false","0","f"';
  throw validationError([{ path: ["pagination", "withCount"], message }]);
}
