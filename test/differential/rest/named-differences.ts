import type { Difference } from "../../support/vectors/differences.ts";
import type { NamedDifference } from "../named-difference.ts";

/** Which entries are shown, in which order, and how many. */
const isRow = (path: string) => /^body\.(data(\[\d+\])?(\.documentId)?$|meta)/.test(path);

const isStatus = (path: string, expected: unknown, actual: unknown, wanted: string) =>
  path === "status" && new RegExp(`^${wanted}$`).test(`${expected} -> ${actual}`);

/** Whether both have the same entries in a list, in different orders. */
function isPermuted(list: string, all: readonly Difference[]): boolean {
  const moved = all.filter(({ path }) => path.startsWith(`${list}[`) && path.endsWith("].documentId"));
  const sorted = (side: "expected" | "actual") => JSON.stringify(moved.map((each) => String(each[side])).sort());
  return moved.length > 1 && sorted("expected") === sorted("actual");
}

/** A type without drafts, asked itself or behind a relation. */
const PLAIN_TYPE = /\/api\/(authors|countries)[/?]|\b(owner|authors|places|friends|by)\b/;

export const NAMED_DIFFERENCES: readonly NamedDifference[] = [
  {
    name: "a list under $not",
    restsOn: "the real server fails (500) where an operand in it is no text, or the list is not of the first entry",
    explains: ({ path, expected, actual }, request) =>
      isStatus(path, expected, actual, "500 -> (200|404)") && /\[\$not\]\[\d+\]/.test(request),
  },
  {
    name: "order of refusals",
    restsOn: "a wildcard or a comma list below the root of populate is refused after what is wrong beside it",
    explains: ({ path }, request) => path === "body.error.message" && /populate\S*\]=(\*|\w+,)/.test(request),
  },
  {
    name: "search of readable attributes",
    restsOn: "decisions: _q searches only what the caller may read",
    explains: ({ path, expected, actual }, request) =>
      (isRow(path) || isStatus(path, expected, actual, "200 -> 404")) && request.includes("_q="),
  },
  {
    name: "every condition counts",
    restsOn: "decisions: two $or (or two $and) are both honoured where the real server keeps one",
    explains: ({ path }, request) =>
      isRow(path) && [/\[\$or\]\[0\]/g, /\[\$and\]\[0\]/g].some((list) => (request.match(list)?.length ?? 0) > 1),
  },
  {
    name: "order of documentIds",
    restsOn: "each server makes documentIds of its own",
    explains: ({ path }, request) => isRow(path) && /sort\S*documentId/.test(request),
  },
  {
    name: "forms of populate mixed",
    restsOn: "decisions: what means nothing is refused, an empty item among names too",
    explains: ({ path, expected, actual }, request) =>
      isStatus(path, expected, actual, "200 -> 400") && request.includes("populate[]="),
  },
  {
    name: "drafts stay hidden",
    restsOn: "decisions: nothing lets an unauthenticated caller learn about drafts behind a type without drafts",
    explains: ({ path, expected, actual }, request) =>
      (isRow(path) || isStatus(path, expected, actual, "200 -> 404")) &&
      request.includes("(token: none)") &&
      /[?&].*(sort|filters)/.test(request) &&
      PLAIN_TYPE.test(request),
  },
  {
    name: "components that are not wanted",
    restsOn:
      "reads, silent surprises: `on` of a dynamic zone with `false` leaves the component out, where the real server takes any value for true",
    explains: ({ path }, request) =>
      /\.zone(\[\d+\])?(\.|$)/.test(path) && /\[on\]\[[\w.]+\]=(false|f|0)(&| )/.test(request),
  },
  {
    name: "start and limit beside one entry",
    restsOn: "reads, silent surprises: they mean nothing there",
    explains: ({ path, expected, actual }, request) =>
      isStatus(path, expected, actual, "40[04] -> (200|404)") && /[?&](start|limit)=/.test(request),
  },
  {
    name: "documentId beside one entry",
    restsOn: "decisions: no condition is dropped; the real server puts the entry's own documentId in its place",
    explains: ({ path, expected, actual }, request) =>
      isStatus(path, expected, actual, "200 -> 404") && request.includes("filters[documentId]"),
  },
  {
    name: "conditions that nothing reaches",
    restsOn: "conditions that would crash are refused, also where no entry is there to be asked",
    explains: ({ path, expected, actual }, request) =>
      isStatus(path, expected, actual, "200 -> 400") && /\[\$between\](\[\])?=/.test(request),
  },
  {
    name: "range of bigintegers",
    restsOn: "decisions: min and max of bigintegers are enforced",
    explains: ({ actual }) => /big must be (less|greater) than/.test(JSON.stringify(actual) ?? ""),
  },
  {
    name: "relations of others after fields",
    restsOn: "a publishing PUT with fields loses the relations of others to the document: a defect that is not copied",
    explains: ({ path }, request) => path.startsWith("state") && /PUT \S+status=published\S*&fields/.test(request),
  },
  {
    name: "order of ties after publishing",
    restsOn:
      "the real server orders what a published entry links to by places, and links with the same place by the ids of join rows, which publishing makes anew in an order of its own",
    explains: ({ path }, request, all) => {
      const list = /^state: \w+, published: body\.data\[\d+\]\.\w+(?=\[)/.exec(path)?.[0];
      return list !== undefined && /status=published|"published"/.test(request) && isPermuted(list, all);
    },
  },
  {
    name: "entries counted once",
    restsOn: "with a filter by relations, the real server counts a populated entry once for each match",
    explains: ({ path, expected, actual }, request) =>
      path.endsWith(".count") &&
      Number(expected) > Number(actual) &&
      /\[count\]=(true|t|1)\b/.test(request) &&
      /\[filters\]/.test(request),
  },
  {
    name: "shapes before dates",
    restsOn:
      "decisions: conditions that would crash or be lost are refused with their path, before values are looked at",
    explains: ({ path }, request) =>
      path === "body.error.message" && /\[\$\w+\]\[(\$\w+|\d+)\]=|sort\[\w+\]\[\w+\]=/.test(request),
  },
];
