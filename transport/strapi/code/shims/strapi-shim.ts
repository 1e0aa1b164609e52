import { createCoreController } from "../controllers/create-core-controller.ts";
import { createCoreRouter } from "../controllers/create-core-router.ts";
import { createCoreService } from "../services/core-service.ts";

/** The factories of `@strapi/strapi`. */
const FACTORIES = { createCoreController, createCoreRouter, createCoreService };

/** The stand-in for Strapi's own package. */
export const STRAPI_SHIM = { factories: FACTORIES };
