/** One place in which the two answers differ, as the fuzzer writes it down: values as shortened JSON text. */
export interface FoundDifference {
  /** What differs, in types of attributes: `data.manyToMany: order`, `status 500 -> 200`. */
  readonly kind: string;
  /** Where: `data[post:1].tags`. */
  readonly at: string;
  readonly a?: string;
  readonly b?: string;
}

/** A difference that is meant. */
export interface NamedDifference {
  readonly name: string;
  /** The decision, or what the real server does by accident. */
  readonly restsOn: string;
  /** `request` is the smallest that shows the difference; of a sequence of writes one line each. */
  explains(difference: FoundDifference, request: string): boolean;
}

const isRow = (kind: string) =>
  /: (rows missing|rows too many|other rows|order|(pageCount, )?total)$/.test(kind) || kind === "meta";

export const NAMED_DIFFERENCES: readonly NamedDifference[] = [
  {
    name: "answer to supported conditions",
    restsOn: "decisions: requests that crash the real server get the answer a careful server would give",
    explains: ({ kind }) => /^status 500 -> /.test(kind),
  },
  {
    name: "order of refusals",
    restsOn: "a wildcard or a comma list below the root of populate is refused after what is wrong beside it",
    explains: ({ kind }, request) => kind === "error.message" && /populate\S*\]=(\*|\w+,)/.test(request),
  },
  {
    name: "search of readable attributes",
    restsOn: "decisions: _q searches only what the caller may read",
    explains: ({ kind }, request) => isRow(kind) && request.includes("_q="),
  },
  {
    name: "every condition counts",
    restsOn: "decisions: two $or (or two $and) are both honoured where the real server keeps one",
    explains: ({ kind }, request) =>
      isRow(kind) && (request.match(/\[\$or\]\[0\]/g)?.length ?? request.match(/\[\$and\]\[0\]/g)?.length ?? 0) > 1,
  },
  {
    name: "order of documentIds",
    restsOn: "each server makes documentIds of its own",
    explains: ({ kind }, request) => isRow(kind) && /sort\S*documentId/.test(request),
  },
  {
    name: "forms of populate mixed",
    restsOn: "decisions: what means nothing is refused, an empty item among names too",
    explains: ({ kind }, request) => kind.startsWith("status 200 -> 400") && request.includes("populate[]="),
  },
  {
    name: "drafts stay hidden",
    restsOn: "decisions: nothing lets an unauthenticated caller learn about drafts behind a type without drafts",
    explains: ({ kind }, request) =>
      isRow(kind) &&
      request.includes("(token: none)") &&
      /\/api\/(authors|categories)\?.*(sort|filters)\S*posts/.test(request),
  },
  {
    name: "start and limit beside one entry",
    restsOn: "reads.md, silent surprises: they mean nothing there",
    explains: ({ kind }, request) => /^status (404|400) -> (200|404)$/.test(kind) && /[?&](start|limit)=/.test(request),
  },
  {
    name: "documentId beside one entry",
    restsOn: "decisions: no condition is dropped; the real server puts the entry's own documentId in its place",
    explains: ({ kind }, request) => kind === "status 200 -> 404" && request.includes("filters[documentId]"),
  },
  {
    name: "conditions that nothing reaches",
    restsOn: "conditions that would crash are refused, also where no entry is there to be asked",
    explains: ({ kind }, request) => kind === "status 200 -> 400" && /\[\$between\](\[\])?=/.test(request),
  },
  {
    name: "range of bigintegers",
    restsOn: "decisions: min and max of bigintegers are enforced",
    explains: ({ b }) => /big must be (less|greater) than/.test(b ?? ""),
  },
  {
    name: "relations of others after fields",
    restsOn: "a publishing PUT with fields loses the relations of others to the document: a defect that is not copied",
    explains: ({ kind }, request) =>
      kind.endsWith("rows too many") && /PUT \S+status=published\S*&fields/.test(request),
  },
  {
    name: "shapes before dates",
    restsOn:
      "decisions: conditions that would crash or be lost are refused with their path, before values are looked at",
    explains: ({ kind }, request) =>
      kind === "error.message" && /\[\$\w+\]\[(\$\w+|\d+)\]=|sort\[\w+\]\[\w+\]=/.test(request),
  },
];
