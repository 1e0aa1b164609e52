/** POST /document-service: `{ uid, operation, params }` → `{ data }`, or the error that a controller would answer with. */
exports.documentServiceRoute = (strapi) => ({
  method: "POST",
  path: "/document-service",
  config: { auth: false },
  handler: async (context) => {
    const { uid, operation, params } = context.request.body;
    context.body = { data: (await strapi.documents(uid)[operation](params)) ?? null };
    context.status = 200;
  },
});
