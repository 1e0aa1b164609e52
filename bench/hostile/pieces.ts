import type { Random } from "../../transport/library/factory/random.ts";

/** A URL may be so long. */
export const URL_CHARACTERS = 16_000;

const LINKS: Readonly<Record<string, readonly string[]>> = {
  post: ["author", "category", "tags"],
  author: ["posts"],
  category: ["posts"],
  tag: ["posts"],
};
export const PLURALS: Readonly<Record<string, string>> = {
  post: "posts",
  author: "authors",
  category: "categories",
  tag: "tags",
};
const TARGETS: Readonly<Record<string, string>> = {
  posts: "post",
  author: "author",
  category: "category",
  tags: "tag",
};
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  post: ["title", "slug", "excerpt", "featured", "publishedDate", "createdAt", "id", "documentId"],
  author: ["name", "bio", "email", "createdAt", "id"],
  category: ["name", "slug", "id"],
  tag: ["name", "slug", "updatedAt", "id"],
};
const OPERATORS = [
  ...["$eq", "$ne", "$eqi", "$nei", "$contains", "$notContains", "$containsi", "$notContainsi"],
  ...["$startsWith", "$startsWithi", "$endsWith", "$endsWithi", "$gt", "$lte", "$null", "$notNull", "$in", "$notIn"],
];

const whole = (random: Random, most: number): number => 1 + random.below(most);

/** A way over so many links from a type, and the type where it ends. */
function wayFrom(
  random: Random,
  type: string,
  steps: number,
): { readonly names: readonly string[]; readonly end: string } {
  const names: string[] = [];
  let end = type;
  for (let step = 0; step < steps; step++) {
    const name = random.one(LINKS[end] ?? []);
    names.push(name);
    end = TARGETS[name] ?? end;
  }
  return { names, end };
}

const bracketed = (names: readonly string[]): string => names.map((name) => `[${name}]`).join("");

/** Short ones match much, long ones are long to look for. */
function needle(random: Random): string {
  return random.one([() => "e", () => "1", () => "", () => "zzz", () => "e".repeat(whole(random, 15_000))])();
}

function condition(random: Random, type: string, steps: number): string {
  const { names, end } = wayFrom(random, type, steps);
  const operator = random.one(OPERATORS);
  const many = operator === "$in" || operator === "$notIn" ? whole(random, 100) : 1;
  const field = bracketed([...names, random.one(FIELDS[end] ?? [])]);
  const text =
    operator === "$null" || operator === "$notNull" ? "true" : needle(random).slice(0, many > 1 ? 20 : 15_000);
  const not = "[$not]".repeat(random.below(3));
  return Array.from(
    { length: many },
    (_, at) => `${not}${field}[${operator}]${many > 1 ? `[${at}]` : ""}=${text}`,
  ).join("\n");
}

type Piece = (random: Random, type: string) => string;

/** Parts of a query; each asks for much in a way of its own. */
export const PIECES: readonly Piece[] = [
  (random, type) => prefixed("filters", condition(random, type, random.below(8))),
  (random, type) => {
    const group = random.one(["$or", "$and", "$not"]);
    const steps = random.below(5);
    return Array.from({ length: whole(random, 50) }, (_, at) =>
      prefixed(`filters[${group}][${at}]`, condition(random, type, steps)),
    ).join("&");
  },
  (random, type) => `populate=${wayFrom(random, type, whole(random, 8)).names.join(".")}`,
  (random, type) =>
    Array.from(
      { length: whole(random, 60) },
      (_, at) => `populate[${at}]=${wayFrom(random, type, whole(random, 6)).names.join(".")}`,
    ).join("&"),
  (random, type) => {
    const { names, end } = wayFrom(random, type, whole(random, 6));
    const place = `populate${names.map((name) => `[${name}]`).join("[populate]")}`;
    const option = random.one([
      () => `${place}[sort]=${random.one(FIELDS[end] ?? [])}:desc`,
      () => prefixed(`${place}[filters]`, condition(random, end, random.below(4))),
      () => `${place}[count]=true`,
      () => `${place}=*`,
      () => `${place}[populate]=*`,
    ]);
    return option();
  },
  (random) => `populate=${random.one(["*", "deep", "deep,5", "deep,10", "deep,100"])}`,
  (random, type) =>
    Array.from({ length: whole(random, 10) }, (_, at) => {
      const { names, end } = wayFrom(random, type, random.below(6));
      return `sort[${at}]=${[...names, random.one(FIELDS[end] ?? [])].join(".")}:${random.one(["asc", "desc"])}`;
    }).join("&"),
  (random) => `_q=${needle(random)}`,
  () => "pagination[pageSize]=100",
  (random) => `pagination[start]=${whole(random, 10_000)}&pagination[limit]=100`,
  (random) =>
    `publicationFilter=${random.one(["never-published", "has-published-version", "modified", "unmodified", "published-without-draft"])}`,
  () => "hasPublishedVersion=false",
];

/** Conditions stand on lines of their own until it is known where they belong. */
function prefixed(place: string, conditions: string): string {
  return conditions
    .split("\n")
    .map((line) => `${place}${line}`)
    .join("&");
}

/** The path and query of a GraphQL operation whose root fields all ask for the same in other words. */
export function graphqlUrl(random: Random): string {
  const roots = Array.from({ length: whole(random, 200) }, (_, at) => {
    const type = random.one(Object.keys(LINKS));
    const { names } = wayFrom(random, type, random.below(8));
    const inner = `{ documentId ${names.map((name) => `${name} { documentId `).join("")}${"}".repeat(names.length)} }`;
    const args = random.one([
      "",
      "(pagination: { pageSize: 100 })",
      `(filters: { or: [{ ${random.one(FIELDS[type] ?? [])}: { null: false } }] }, sort: "id:desc")`,
      `(sort: "${[...names, "id"].join(".")}")`,
    ]);
    return `a${at}: ${PLURALS[type]}${args} ${inner}`;
  });
  let query = "";
  for (const root of roots) {
    if (encodeURIComponent(`{ ${query} ${root} }`).length > URL_CHARACTERS - 20) break;
    query = `${query} ${root}`;
  }
  return `/graphql?query=${encodeURIComponent(`{ ${query} }`)}`;
}
