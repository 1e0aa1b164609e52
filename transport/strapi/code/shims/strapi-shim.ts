import { createCoreService } from "../services/core-service.ts";

/** The factories of `@strapi/strapi`. */
export const FACTORIES = { createCoreService };

/** What stands in for Strapi's packages. */
export const STRAPI_SHIM = { factories: FACTORIES };
