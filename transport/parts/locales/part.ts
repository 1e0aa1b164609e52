import { listsLocales } from "../../contract/locales/locale-list.ts";
import type { Part } from "../part.ts";
import { localeRoutes } from "./locale-routes.ts";

/** The list of locales, as in Strapi's i18n. */
export const LOCALES: Part = {
  open: (_, { schema, profile, prefix }) => {
    if (!listsLocales(schema, profile)) return null;
    return {
      graphql: { plugin: "i18n", load: async () => {} },
      serve: ({ findCaller }) => ({ beside: localeRoutes({ schema, profile, findCaller, prefix }) }),
    };
  },
};
