// Middlewares of the kinds that Strapi's manual shows, as they are registered in `src/index.js` of a project. They add all that
// they see to `globalThis.seenByMiddlewares`.
const applyTo = ["api::article.article"];
const shape = (value) => (value === null || typeof value !== "object" ? value : Object.keys(value).sort());

module.exports = {
  register({ strapi }) {
    strapi.documents.use((_, next) => next());

    strapi.documents.use(async (context, next) => {
      if (!applyTo.includes(context.uid)) return next();
      if (["create", "update"].includes(context.action)) {
        const { data } = context.params;
        data.fullName = `${data.firstName} ${data.lastName}`;
      }
      const result = await next();
      if (context.action === "findOne" && result !== null) result.greeting = `Hello, ${result.firstName}`;
      return result;
    });

    strapi.documents.use(async (context, next) => {
      if (!context.uid.startsWith("api::")) return next();
      const { uid, action, params, contentType } = context;
      const { kind, info, options, modelName, attributes } = contentType;
      const { data, status, locale, documentId } = params;
      globalThis.seenByMiddlewares?.push({
        uid,
        action,
        params: { names: shape(params), data: shape(data), status, locale, isNamed: typeof documentId === "string" },
        contentType: { kind, info, options, modelName, attributes: Object.keys(attributes).sort() },
      });
      return next();
    });
  },
};
