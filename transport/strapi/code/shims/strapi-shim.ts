import { createCoreService } from "../services/core-service.ts";

/** The factories of `@strapi/strapi`. */
export const FACTORIES = { createCoreService };

/** The stand-in for Strapi's own package. */
export const STRAPI_SHIM = { factories: FACTORIES };
