import { standIn } from "./stand-in.ts";

/** Members of a real Strapi that Galley lacks. */
const OF_STRAPI = [
  ...["ai", "api", "apis", "auth", "contentAPISchemaRegistry", "entityValidator", "hook", "hooks"],
  ...["middleware", "middlewares", "policies", "reload", "sanitizers", "sessionManager", "validators"],
  ...["add", "bootstrap", "destroy", "listen", "load", "register", "start", "stop", "stopWithError"],
];

/** Members of its `db`. */
const OF_DB = [
  ...["connection", "dialect", "entityManager", "getConnection", "getInfo", "getSchemaConnection", "getSchemaName"],
  ...["metadata", "migrations", "queryBuilder", "repair", "schema"],
];

/** Adds stand-ins for the members of a real `strapi`, or of its `db`, that the given one has not. */
export function addStandIns(object: object, name: "strapi" | "strapi.db"): void {
  for (const member of name === "strapi" ? OF_STRAPI : OF_DB) {
    if (!(member in object)) Object.assign(object, { [member]: standIn(`${name}.${member}`) });
  }
}
