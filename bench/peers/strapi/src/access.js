/** Lets visitors read the project's content types that `isPublic` accepts. */
exports.grantReading = async (strapi, isPublic = () => true) => {
  const role = await strapi.db.query("plugin::users-permissions.role").findOne({ where: { type: "public" } });
  const own = Object.values(strapi.contentTypes).filter(({ uid }) => uid.startsWith("api::"));
  for (const { uid } of own.filter(isPublic)) {
    for (const action of ["find", "findOne"]) {
      const data = { action: `${uid}.${action}`, role: role.id };
      await strapi.db.query("plugin::users-permissions.permission").create({ data });
    }
  }
};

/** Adds locales by their codes; English is always there. */
exports.addLocales = async (strapi, codes) => {
  const locales = strapi.plugin("i18n").service("locales");
  for (const code of codes) {
    if (!(await locales.findByCode(code))) await locales.create({ code, name: code });
  }
};

/** Creates an API token of each kind: `{ full, read, custom, expired }`. */
exports.makeTokens = async (strapi) => {
  const tokens = strapi.service("admin::api-token");
  const make = async (name, options) =>
    (await tokens.create({ name, description: "", lifespan: null, ...options })).accessKey;
  const made = {
    full: await make("full", { type: "full-access" }),
    read: await make("read", { type: "read-only" }),
    custom: await make("custom", { type: "custom", permissions: customPermissions(strapi) }),
    expired: await make("expired", { type: "full-access" }),
  };
  const expiresAt = String(Date.now() - 1000);
  await strapi.db.query("admin::api-token").update({ where: { name: "expired" }, data: { expiresAt } });
  return made;
};

/** The rights of the custom token of the recorded writes, as far as the types are there. */
function customPermissions(strapi) {
  const wanted = { "api::post.post": ["create", "find", "findOne", "update"], "api::person.person": ["find"] };
  const there = Object.entries(wanted).filter(([uid]) => uid in strapi.contentTypes);
  return there.flatMap(([uid, actions]) => actions.map((action) => `${uid}.${action}`));
}
