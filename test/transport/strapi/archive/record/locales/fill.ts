import type { Peer } from "../peer.ts";

const OTHERS = ["fr", "de"] as const;

/**
 * Pages with drafts and published versions in three locales, with values and a component that these share, links of
 * every kind, and a list that leads to topics and countries. Shared values change among drafts only: published, the
 * real server brings old values back (docs/locales.md).
 */
export async function fill(strapi: Peer): Promise<void> {
  const topics: string[] = [];
  for (const name of ["sea", "land"]) {
    const { documentId } = await strapi.write("POST", "/api/topics", { name, rank: topics.length });
    for (const code of OTHERS)
      await strapi.write("PUT", `/api/topics/${documentId}?locale=${code}`, { name: `${name} ${code}` });
    topics.push(documentId);
  }
  const countries: string[] = [];
  for (const name of ["Here", "There"])
    countries.push((await strapi.write("POST", "/api/countries", { name })).documentId);
  const [sea = "", land = ""] = topics;
  const [here = "", there = ""] = countries;

  const links = { topic: sea, tags: [land, sea], country: here, things: things({ there, sea, here }) };
  const shared = { sku: "s1", price: 3, link: { label: "shared", size: 2 } };
  const own = { count: 1, links: [{ label: "a" }, { label: "b", size: 1 }] };
  const first = await strapi.write("POST", "/api/pages?status=published", {
    title: "one",
    ...own,
    ...shared,
    ...links,
  });
  const path = `/api/pages/${first.documentId}`;
  await strapi.write("PUT", `${path}?locale=fr&status=published`, {
    title: "un",
    ...links,
    things: things({ sea, there }),
  });
  await strapi.write("PUT", `${path}?locale=de&status=draft`, { title: "eins", topic: land, things: things({ here }) });
  await strapi.write("PUT", `${path}?status=draft`, {
    title: "one, later",
    things: things({ land, there }),
    tags: [sea],
  });

  const second = await strapi.write("POST", "/api/pages?status=draft", { title: "two", ...shared, sku: "s2" });
  await strapi.write("PUT", `/api/pages/${second.documentId}?locale=fr&status=draft`, { title: "deux" });
  await strapi.write("PUT", `/api/pages/${second.documentId}?status=draft`, { sku: "s3", link: { label: "later" } });
  await strapi.write("POST", "/api/pages?locale=de&status=published", { title: "drei", country: there, topic: sea });
}

/** Entries of an attribute that leads to any type, in this order: topics and countries by their names. */
function things(documents: Readonly<Record<string, string>>): object[] {
  return Object.entries(documents).map(([name, documentId]) => ({
    __type: name === "sea" || name === "land" ? "api::topic.topic" : "api::country.country",
    documentId,
  }));
}
