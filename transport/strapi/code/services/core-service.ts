import { paginationOf } from "../../../../engine/internal.ts";
import { inFrontOf } from "../controllers/create-core-controller.ts";
import type { Loose, StrapiObject, StrapiService } from "../strapi-object.ts";
import { windowOf } from "./core-pagination.ts";

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
