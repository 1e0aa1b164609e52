/**
 * A TypeScript program that defines `types` content types, each with two relations, a component, a dynamic zone and ten
 * fields, and uses typed documents of the first `used` of them. `galley` is the module that it imports.
 */
export function programOfTypes(types: number, used: number, galley: string): string {
  const definitions = Array.from({ length: types }, (_, at) => definitionOf(at, types));
  const uses = Array.from({ length: used }, (_, at) => useOf(at));
  return `import { createGalley, defineSchema } from ${JSON.stringify(galley)};
const schema = defineSchema({
  contentTypes: {
${definitions.join("\n")}
  },
  components: {
    "shared.seo": {
      attributes: {
        title: { type: "string", required: true },
        link: { type: "component", component: "shared.link" },
      },
    },
    "shared.link": {
      attributes: {
        url: { type: "string" },
        to: { type: "relation", relation: "oneToOne", target: "api::t0.t0" },
      },
    },
  },
});
export const galley = await createGalley({ schema, seed: { t0: [{ title: "a", next: { $ref: "b" } }] } });
${uses.join("\n")}
`;
}

function definitionOf(at: number, count: number): string {
  const uid = (index: number) => `api::t${index % count}.t${index % count}`;
  return `    "${uid(at)}": {
      kind: "collectionType",
      info: { singularName: "t${at}", pluralName: "t${at}s", displayName: "T${at}" },
      options: { draftAndPublish: ${at % 2 === 0} },
      attributes: {
        title: { type: "string", required: true },
        slug: { type: "uid", targetField: "title" },
        body: { type: "blocks" },
        views: { type: "integer", min: 0 },
        price: { type: "decimal" },
        featured: { type: "boolean", default: false },
        kind: { type: "enumeration", enum: ["one", "two", "three"] },
        day: { type: "date" },
        meta: { type: "json" },
        cover: { type: "media", multiple: false },
        seo: { type: "component", component: "shared.seo" },
        zone: { type: "dynamiczone", components: ["shared.seo", "shared.link"] },
        next: { type: "relation", relation: "manyToOne", target: "${uid(at + 1)}" },
        many: { type: "relation", relation: "manyToMany", target: "${uid(at + 7)}" },
      },
    },`;
}

function useOf(at: number): string {
  return `{
  const documents = galley.documents("api::t${at}.t${at}");
  const made = await documents.create({ data: { title: "a", kind: "one", seo: { title: "b" } }, populate: ["next", "seo.link"] });
  const found = await documents.findMany({
    filters: { title: { $contains: made.title ?? "" }, next: { many: { views: { $gt: 3 } } }, $or: [{ featured: true }, { seo: { title: "x" } }] },
    sort: ["title:desc", "next.title"],
    fields: ["title", "views"],
    populate: { next: { fields: ["title"], populate: { cover: true } }, many: { count: true }, zone: { on: { "shared.seo": true } } },
  });
  const name: string = found[0]?.next?.title ?? made.next?.slug ?? "";
  await documents.update({ documentId: made.documentId, data: { title: name, many: { connect: [made.documentId] } } });
}`;
}
