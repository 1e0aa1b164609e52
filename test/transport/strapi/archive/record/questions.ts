import type { Peer } from "./peer.ts";

/** A request to be asked of two servers with the same content. */
export interface Question {
  readonly path: string;
  readonly caller: "public" | "full";
}

const PATHS = ["posts", "authors", "categories", "tags", "pages", "samples"] as const;

/** The populated reads: by path, each a query string. */
const POPULATED: { readonly [path: string]: readonly string[] } = {
  posts: [
    "populate[author][populate]=*",
    "populate[tags][sort]=name:desc",
    "populate[tags][filters][name][$contains]=e",
    "populate[seo][populate][links][populate]=tags",
    "populate[seo][populate]=shareImage",
    "populate[related][fields]=title&populate[related][populate]=tags",
    "populate[parent][populate]=children&populate[children][fields]=title",
    "populate[gallery][fields]=name,url&populate[cover]=true",
    "populate[category][populate][fans][populate]=avatar",
  ],
  authors: [
    "populate[posts][populate]=tags",
    "populate[posts][sort]=title:desc",
    "populate[pinned][populate]=author",
    "populate[favourites][populate]=fans",
  ],
  categories: ["populate[posts][populate][author]=true", "populate[fans][populate]=favourites"],
  tags: ["populate[posts][populate]=tags", "populate[posts][populate][seo][populate]=*"],
  pages: [
    "populate[blocks][populate]=*",
    "populate[blocks][on][blocks.hero][populate][cta][populate]=tags&populate[blocks][on][blocks.quote][populate]=*",
    "populate[blocks][on][blocks.hero][populate]=pictures",
  ],
  samples: ["populate=one", "fields=str,big,dec,ts"],
};

const FILTERED: readonly string[] = [
  "posts?filters[author][name][$eq]=Ann",
  "posts?filters[tags][name][$in]=red&filters[tags][name][$in]=blue",
  "posts?filters[tags][name][$eq]=fast&populate=tags",
  "posts?filters[seo][metaTitle][$startsWith]=Meta",
  "posts?filters[seo][links][url][$eq]=/u/1",
  "posts?filters[seo][links][tags][name][$eq]=green",
  "posts?filters[related][title][$eq]=Post 1",
  "posts?filters[children][title][$notNull]=true",
  "posts?filters[parent][title][$eq]=Post 2",
  "posts?filters[cover][name][$eq]=picture.png",
  "posts?filters[gallery][ext][$eq]=.txt",
  "posts?filters[excerpt][$null]=true",
  "posts?filters[views][$gt]=40&filters[featured][$eq]=true",
  "posts?filters[$or][0][views][$lt]=10&filters[$or][1][rating][$gte]=3",
  "posts?filters[category][fans][name][$eq]=Bob",
  "posts?filters[author][favourites][name][$eq]=Code",
  "posts?_q=post 1",
  "posts?sort=author.name:asc,title:desc",
  "posts?sort=category.name:desc&sort=views:asc",
  "posts?publicationFilter=modified&status=draft",
  "authors?filters[posts][title][$contains]=1",
  "authors?filters[posts][tags][name][$eq]=red",
  "authors?filters[avatar][width][$gt]=100",
  "authors?filters[pinned][title][$notNull]=true",
  "authors?filters[secretNote][$eq]=secret 1",
  "categories?filters[posts][author][name][$eq]=Zoë",
  "categories?filters[fans][posts][title][$eq]=Post 3",
  "tags?filters[posts][author][name][$eq]=Dan&populate=posts",
  "tags?filters[posts][title][$null]=true",
  "samples?filters[big][$gt]=9007199254740001",
  "samples?filters[dec][$eq]=1.25",
  "samples?filters[dt][$lt]=2021-03-03T00:00:00.000Z",
  "samples?filters[time][$gte]=01:00:00.000",
  "samples?filters[date][$eq]=2020-02-21",
  "samples?filters[kind][$ne]=alpha",
  "samples?filters[one][slug][$eq]=red&populate=one",
  "samples?sort=flt:desc&pagination[pageSize]=2",
  "pages?filters[title][$endsWith]=1",
  "secrets",
  "secrets?populate=*",
];

/** Asks a filled server what there is, and gives everything that is to be asked: always the same for the same content. */
export async function questionsFor(full: Peer): Promise<Question[]> {
  const asked = [
    ...FILTERED,
    "site-setting",
    "site-setting?populate=*",
    "site-setting?populate[seo][populate][links][populate]=*",
  ];
  for (const path of PATHS) {
    const lists = [
      "",
      "populate=*",
      "sort=id:desc",
      "pagination[page]=2&pagination[pageSize]=3",
      ...(POPULATED[path] ?? []),
    ];
    asked.push(...lists.map((query) => `${path}?${query}`));
    for (const documentId of await documentsOf(full, path)) {
      asked.push(`${path}/${documentId}`, `${path}/${documentId}?populate=*`);
      const [deeper] = POPULATED[path] ?? [];
      if (deeper !== undefined) asked.push(`${path}/${documentId}?${deeper}`);
    }
  }
  return asked.flatMap(inEachWay);
}

/** As a visitor, and as one who may see drafts too. */
function inEachWay(asked: string): Question[] {
  const path = `/api/${asked}`;
  const draft = `${path}${path.includes("?") ? "&" : "?"}status=draft`;
  return [
    { path, caller: "public" },
    { path: draft, caller: "full" },
  ];
}

async function documentsOf(full: Peer, path: string): Promise<string[]> {
  const response = await full.fetch(`/api/${path}?status=draft&fields=documentId&pagination[pageSize]=100`);
  const { data } = (await response.json()) as { readonly data: readonly { readonly documentId: string }[] };
  return data.map(({ documentId }) => documentId);
}
