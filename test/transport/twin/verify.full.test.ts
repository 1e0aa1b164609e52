import { expect, it } from "vitest";
import { newToken } from "../../../transport/access/tokens.ts";
import { Upstream } from "../../../transport/twin/source/upstream.ts";
import { drawReads } from "../../../transport/twin/verify/draw-reads.ts";
import { FreshTwin, openPulled, pullIntoMemory } from "../../../transport/twin/verify/fresh-twin.ts";
import type { Read, Side } from "../../../transport/twin/verify/read.ts";
import { galleySide, serverSide } from "../../../transport/twin/verify/sides.ts";
import { Values } from "../../../transport/twin/verify/values.ts";
import { verify } from "../../../transport/twin/verify/verify.ts";
import { titleOf } from "../../../transport/twin/verify/verify-report.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { type Plant, planted } from "../../support/twin/planted.ts";
import { fill, openSource, type Source, write } from "../../support/twin/source.ts";

const TOKEN = { environment: { TOKEN: "full-token" } };

async function readsOf({ url }: Source, seed: number, count: number) {
  const upstream = new Upstream(url, { token: "full-token" });
  const pulled = await pullIntoMemory({ upstream });
  const { schema } = pulled.types;
  const types = [...schema.types.values()].filter(({ uid }) => uid.startsWith("api::"));
  const values = await Values.of(upstream, schema, types);
  const reads: Read[] = [];
  for (const read of drawReads({ schema, values, seed, scrubbed: new Set() })) {
    if (reads.push(read) === count) break;
  }
  return { upstream, pulled, schema, reads };
}

it.each(["strapi", "contract"] as const)(
  "galley verify finds nothing where a twin was just pulled, numeric ids and times included: %s",
  async (profile) => {
    const source = await openSource(profile);
    await fill(source, 20);
    const args = ["verify", source.url, "--token-env", "TOKEN", "--random", "200", "--exact", "all", "--quiet"];
    const { code, out, errors } = await runHere(args, TOKEN);
    expect([code, errors, out]).toEqual([
      0,
      "",
      expect.stringMatching(/^200 reads, 200 equal, 0 differences {3}\d+ s\n$/),
    ]);
  },
);

/** Differences of every kind, of a post, an author and a tag that were pulled. */
function plantsOf(ids: { readonly [name: string]: string }): readonly Plant[] {
  const inPost = (change: (entry: { [key: string]: unknown }) => void) => (entry: { [key: string]: unknown }) => {
    if (entry.documentId === ids.post) change(entry);
  };
  const first = (value: unknown) => (Array.isArray(value) ? value[0] : value) as { [key: string]: unknown } | undefined;
  return [
    {
      found: "value: post.title",
      entry: inPost((post) => {
        if ("title" in post) post.title = "Other";
      }),
    },
    { found: "order: post.data", asks: (path) => path.replace(/sort(\[0\])?=title:asc/, "sort$1=title:desc") },
    {
      found: "total: post.tags",
      entry: inPost((post) => {
        if (Array.isArray(post.tags)) post.tags = post.tags.slice(1);
      }),
    },
    { found: "value: home.locale", asks: (path) => (path.startsWith("/home") ? path.replace("=de", "=en") : path) },
    { found: "status: post.status", asks: (path) => path.replace(/(?<=posts\?)[^&]*\bnothing\b[^&]*$/, "sort=id") },
    {
      found: "value: post.seo.links.label",
      entry: inPost((post) => {
        const link = first((post.seo as { links?: unknown } | undefined)?.links);
        if (link !== undefined) link.label = "Other";
      }),
    },
    {
      found: "value: post.cover",
      entry: inPost((post) => {
        if (post.cover) post.cover = { ...(post.cover as object), documentId: "zzzzzzzzzzzzzzzzzzzzzzzz" };
      }),
    },
    {
      found: "total: author.data null",
      answer: ({ meta }, path) => {
        const { pagination } = (meta ?? {}) as { pagination?: { total?: number } };
        if (path.startsWith("/authors") && pagination?.total !== undefined) pagination.total++;
      },
    },
    {
      found: "key: author.secret",
      entry: (entry) => {
        if (entry.documentId === ids.author) entry.secret = "shown";
      },
    },
    {
      found: "value: tag.updatedAt",
      entry: (entry) => {
        if (entry.documentId === ids.tag && "updatedAt" in entry) entry.updatedAt = "2020-01-01T00:00:00.000Z";
      },
    },
    { found: "total: post.data", asks: (path) => path.replace("filters[views][$gt]", "filters[views][$gte]") },
    {
      found: `total: author.data ${ids.gone}`,
      answer: (body, path) => {
        if (path.startsWith("/authors") && Array.isArray(body.data))
          body.data = body.data.filter(({ documentId }) => documentId !== ids.gone);
      },
    },
  ];
}

it("finds twelve planted differences at once, and shrinks each to one small request", async () => {
  const source = await openSource();
  await fill(source, 20);
  const { upstream, pulled, schema, reads } = await readsOf(source, 3, 900);
  const token = newToken();
  await using twin = await openPulled(pulled, token);
  const listed = async (path: string) =>
    (await upstream.json(path)) as { readonly data: readonly { readonly documentId: string }[] };
  const named = async (path: string, at = 0) => (await listed(path)).data[at]?.documentId ?? "";
  const ids = {
    post: await named("/posts?filters[title]=Post 18"),
    author: await named("/authors"),
    gone: await named("/authors", 3),
    tag: await named("/tags"),
  };
  const here = planted(galleySide(twin, "/api", token), plantsOf(ids));
  const { groups } = await verify({
    real: serverSide(upstream),
    here,
    reads,
    schema,
    exact: new Set(["times"]),
    max: 40,
  });
  const found = groups.map((group) => {
    const { documentId } = group.difference;
    return [titleOf(group), `${titleOf(group)} ${documentId}`];
  });
  for (const plant of plantsOf(ids))
    expect([plant.found, found.flat()]).toEqual([plant.found, expect.arrayContaining([plant.found])]);
  // A page has two parameters, besides its order or condition, its locale and the fields.
  expect(groups.map(({ read }) => read.path).filter((path) => path.split("&").length > 5)).toEqual([]);
});

/** A source that is written to between any two of its answers. */
function busy(real: Side, change: () => Promise<unknown>): Side {
  let asked = 0;
  return {
    ...real,
    async ask(read) {
      if (asked++ % 10 === 0) await change();
      return real.ask(read);
    },
  };
}

it("gives no false alarm while the source is written to", async () => {
  const source = await openSource();
  await fill(source, 12);
  const { upstream, schema, reads } = await readsOf(source, 2, 200);
  const documents = source.galley.documents("api::post.post");
  const all = await documents.findMany({ status: "draft" });
  let number = 0;
  const change = async () => {
    number++;
    const documentId = all[number % all.length]?.documentId ?? "";
    await write(source, "PUT", `/posts/${documentId}`, { title: `Written ${number}`, views: number % 4 });
    if (number % 5 === 0)
      await write(source, "DELETE", `/posts/${(await write(source, "POST", "/posts", { title: "Short" })).documentId}`);
  };
  await using here = await FreshTwin.pull({ upstream }, false);
  const result = await verify({ real: busy(serverSide(upstream), change), here, reads, schema });
  expect(result.groups).toEqual([]);
  expect(result.changed).toBeGreaterThan(0);
  expect(result.equal + result.changed).toBe(200);
});
