import { ask, behind, own, type Question, whole } from "./question.ts";
import type { Subject, TextField, Values } from "./subject.ts";
import type { WorkloadName } from "./workload-names.ts";

/** A request of one client, in no particular server's words. */
export type Wish =
  | { readonly kind: "one"; readonly document: number }
  | { readonly kind: "list"; readonly question: Question }
  | { readonly kind: "create"; readonly values: Values };

/** A named kind of traffic: a function from a number to a client's request, the same in every run. */
export interface Workload {
  readonly name: WorkloadName;
  readonly about: string;
  /** Number of different requests; the load cycles through them. */
  readonly distinct: number;
  /** Concurrent clients. */
  readonly clients: number;
  /** Some of the requests are writes. */
  readonly writes: boolean;
  /** Null: the subject has nothing that this workload could ask for. */
  wish(at: number, subject: Subject): Wish | null;
}

/** Number of different lists: far more than a response cache of the default size holds, so that cycling always misses. */
const UNCACHED_LISTS = 40_000;

/** Clients at a time, of reads. */
export const CLIENTS = 32;

const UNCACHED = { distinct: UNCACHED_LISTS, clients: CLIENTS, writes: false };

/** Workloads that only read. */
export const READS: readonly Workload[] = [
  {
    ...UNCACHED,
    name: "by-id",
    about: "one document by documentId, each in turn",
    wish: (at, { documents }) => (documents === 0 ? null : { kind: "one", document: spread(at, documents) }),
  },
  { ...list("repeated", "the same list of 25 over and over", () => ask({})), distinct: 1 },
  list("filtered", "25 documents, filtered by one or two fields and sorted, no two alike", filtered),
  list("populated", "the same with relations populated", (at, subject) =>
    subject.populate.length === 0 ? null : { ...filtered(at, subject), populate: subject.populate.map(whole) },
  ),
  list("containsi", "documents with a text anywhere in a field, upper or lower case", containing),
  list("relation", "documents by a field of what they are linked to, sorted", linked),
  list("related", "documents by a field of what many are linked to and by a number, sorted", related),
  list("related-populated", "the same with relations populated", relatedPopulated),
  list("either", "documents linked to one of two, by different relations, sorted", either),
  list("in-twenty", "documents linked to one of twenty, by documentId, sorted", inTwenty),
  list("second-page", "the second page of those by a field of what many are linked to", secondPage),
  list("sorted-populate", "filtered lists, with a relation narrowed and sorted", sortedPopulate),
];

/** Workloads with writes. */
export const WRITES: readonly Workload[] = [
  {
    ...UNCACHED,
    name: "mixed",
    about: "95 filtered lists to 5 new documents",
    writes: true,
    wish: (at, subject) => (at % 20 === 19 ? create(at, subject) : { kind: "list", question: filtered(at, subject) }),
  },
  {
    ...UNCACHED,
    name: "writes",
    about: "new documents, by 64 clients",
    clients: 64,
    writes: true,
    wish: create,
  },
];

export const WORKLOADS: readonly Workload[] = [...READS, ...WRITES];

/** All requests of a workload, in turn. */
export function wishesOf({ distinct, wish }: Workload, subject: Subject): readonly Wish[] {
  return Array.from({ length: distinct }, (_, at) => wish(at, subject)).filter((it) => it !== null);
}

function list(
  name: WorkloadName,
  about: string,
  questionOf: (at: number, subject: Subject) => Question | null,
): Workload {
  const wish: Workload["wish"] = (at, subject) => {
    const question = questionOf(at, subject);
    return question === null ? null : { kind: "list", question };
  };
  return { ...UNCACHED, name, about, wish };
}

/**
 * Four kinds of query in turn: a range sorted by another field, a range sorted by itself, two conditions, a prefix. A
 * subject without a boolean or a text field gets the other kinds only.
 */
function filtered(at: number, { number, flag, text, orders }: Subject): Question {
  const value = spread(at, number.below);
  const [time, first = time, second = first] = orders;
  const above = own(number.field, "gte", value);
  const below = own(number.field, "lt", value);
  if (at % 4 === 2 && flag !== null) {
    return ask({ where: [own(flag, "eq", true), above], sort: { field: first, direction: "asc" } });
  }
  if (at % 4 === 3 && text !== null) {
    return ask({ where: [beginning(at, text), below], sort: { field: second, direction: "desc" } });
  }
  if (at % 2 === 0) return ask({ where: [above], sort: { field: time, direction: "desc" } });
  return ask({ where: [below], sort: { field: number.field, direction: "desc" } });
}

function beginning(at: number, { field, beginnings }: TextField) {
  return own(field, "startsWith", beginnings[at % beginnings.length] ?? "");
}

function containing(at: number, { text, number }: Subject): Question | null {
  if (text === null) return null;
  const part = text.parts[at % text.parts.length] ?? "";
  return ask({ where: [own(text.field, "containsi", part), own(number.field, "lt", spread(at, number.below))] });
}

function linked(at: number, { links, number, orders }: Subject): Question | null {
  const link = links[at % links.length];
  if (link === undefined) return null;
  const linked = behind(link.relation, link.field, link.value(spread(at, link.count)));
  const where = link.many ? [linked, own(number.field, "lt", spread(at, number.below))] : [linked];
  return ask({ where, sort: { field: orders[0], direction: "desc" } });
}

function related(at: number, { links, number, orders }: Subject): Question | null {
  const link = links.find(({ many }) => many) ?? links[0];
  if (link === undefined) return null;
  const linked = behind(link.relation, link.field, link.value(at % link.count));
  const above = own(number.field, "gte", spread(at, number.below));
  return ask({ where: [linked, above], sort: { field: orders[0], direction: "desc" } });
}

function relatedPopulated(at: number, subject: Subject): Question | null {
  const question = related(at, subject);
  return question && { ...question, populate: subject.populate.map(whole) };
}

function secondPage(at: number, subject: Subject): Question | null {
  const question = related(at, subject);
  return question && { ...question, page: 2 };
}

function either(at: number, { links, number, orders }: Subject): Question | null {
  const [one, other] = links;
  if (one === undefined || other === undefined) return null;
  const conditions = [one, other].map(({ relation, field, count, value }) =>
    behind(relation, field, value(spread(at, count))),
  );
  const above = own(number.field, "gte", spread(at, number.below));
  return ask({ where: [above], either: conditions, sort: { field: orders[0], direction: "desc" } });
}

function inTwenty(at: number, { links, orders }: Subject): Question | null {
  const link = links.find(({ many }) => !many) ?? links[0];
  if (link === undefined) return null;
  // Each list has a start and a stride of its own.
  const number = spread(at, UNCACHED_LISTS);
  const stride = 1 + Math.floor(number / link.count);
  const ids = Array.from({ length: 20 }, (_, each) => link.idOf((number + each * stride) % link.count));
  return ask({
    where: [behind(link.relation, "documentId", [...new Set(ids)], "in")],
    sort: { field: orders[0], direction: "desc" },
  });
}

function sortedPopulate(at: number, subject: Subject): Question | null {
  const { list } = subject;
  if (list === null) return null;
  const where = own(list.field, "gte", list.value(1));
  const narrowed = { where, sort: { field: list.field, direction: "desc" } } as const;
  return { ...filtered(at, subject), populate: [{ relation: list.relation, narrowed }] };
}

function create(at: number, subject: Subject): Wish | null {
  return subject.create === null ? null : { kind: "create", values: subject.create(at) };
}

/** Numbers below `count`, far apart, from the middle on; each once before any repeats. */
function spread(at: number, count: number): number {
  return (at * 7_919 + (count >> 1)) % count;
}
