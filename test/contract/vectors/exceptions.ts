import type { Exception } from "../../support/vectors/exception.ts";

/** Reads that the profile `strapi` answers otherwise than recorded. */
export const READ_EXCEPTIONS: readonly Exception[] = [
  {
    restsOn: "decisions: conditions that the real server drops without a word are never dropped, but refused",
    cases: [
      "quirks/a lost filter: an object where a list of conditions belongs",
      "quirks//api/posts?filters[$or][200][title]=Alpha&fields=slug",
      "quirks//api/posts?filters[title][$in][100]=Alpha&fields=slug",
      "quirks//api/posts?filters[title][$in][a]=Alpha&fields=slug",
      "quirks//api/posts?filters[title][$in][-1]=Alpha&fields=slug",
      "quirks//api/posts?filters[title][$in][01]=Alpha&fields=slug",
      "quirks/a lost filter: more than 100 values",
      "quirks/a lost filter: 101 values with indexes",
    ],
  },
  {
    restsOn: "decisions: two $or (or two $and) where the real server keeps the later one are both honoured",
    cases: [
      "quirks/an $or beside the $or of a relation: the later one stays",
      "quirks//api/posts?filters[author][$or][0][name]=Ann&filters[$or][0][title]=beta&fields=slug",
      "quirks//api/posts?filters[$or][0][title]=beta&filters[author][$or][0][name]=Ann&fields=slug",
      "quirks//api/posts?filters[$and][0][title]=Alpha&filters[author][$and][0][name]=Ann&fields=slug",
    ],
  },
  {
    restsOn: "decisions: a filter from a type without drafts never lets a caller without a token learn about drafts",
    cases: [
      "quirks/a filter from a type without drafts sees both versions",
      "quirks//api/authors?filters[posts][title]=Lambda draft&fields=name",
      "quirks//api/authors?filters[posts][publishedAt][$null]=true&filters[posts][slug]=kappa&fields=name",
      "quirks//api/posts?filters[author][posts][title]=Iota&fields=slug",
    ],
  },
  {
    restsOn: "decisions: _q searches only what the caller may read, and every character of it means itself",
    cases: ["quirks/private fields are searched", "quirks/an underscore in a search is a wildcard"],
  },
  {
    restsOn: "reads.md, silent surprises: populate says what it means, and names that mean nothing are refused",
    cases: [
      "quirks//api/pages/@home?fields=slug&populate[blocks][on][blocks.hero]=false",
      "quirks//api/pages/@home?fields=slug&populate[blocks][on][api::post.post]=true",
      "quirks//api/pages/@home?fields=slug&populate=blocks.heading",
    ],
  },
  {
    restsOn: "files are kept as they were sent: no picture is compressed anew, so its size is another",
    cases: ["media//api/photos?populate=image", "media//api/photos/@ph1?populate=*"],
  },
];

/** Write scenarios that the profile `strapi` answers otherwise than recorded. */
export const WRITE_EXCEPTIONS: readonly Exception[] = [
  {
    restsOn: "decisions: requests that crash the real server get a careful answer",
    cases: [
      "delete/DELETE ?status=draft",
      "single/DELETE ?status=draft",
      "type blocks/null block",
      "envelope/POST a key named constructor",
      "service/delete",
      "service/type without draft and publish",
    ],
  },
  {
    restsOn: "decisions: biginteger is exact at any size, and its min and max are enforced",
    cases: [
      'type big/big = "9007199254740993"',
      'type big/big = "9223372036854775808"',
      'constraint/big = "4"',
      'constraint/big = "11"',
    ],
  },
  {
    restsOn: "SECURITY.md, values: a number that would lose digits is refused with its path, never altered",
    cases: ["type number/JSON number out of range"],
  },
  {
    restsOn: "decisions: passwords are hashed once; a copy keeps the hash",
    cases: ["service/password across publish", "service/password across discardDraft", 'constraint/pass = "short"'],
  },
  {
    restsOn: "decisions: dynamic zone items of a component outside its list are refused",
    cases: ["dynamiczone/existing component that the zone does not list"],
  },
  {
    restsOn: "recorded quirk: connecting two documents to a to-one relation leaves both rows in the database",
    cases: [
      "relation to-one/connect two",
      "relation status/to-one connect of two: which one is read, and what the targets see",
    ],
  },
  {
    restsOn: "recorded quirk: a publishing PUT with fields loses relations of others to the document",
    cases: ["relation fields/fields on a publishing PUT: relations that point to the document"],
  },
  {
    restsOn: "links name documents: a numeric id is taken as its document's, whichever of the versions it belongs to",
    cases: ["relation status/numeric id of the published version in a draft"],
  },
  {
    restsOn:
      "entries know nothing of the admin panel: no localizations to be populated, and createdBy and updatedBy only as null",
    cases: ["service/clone"],
  },
  {
    restsOn: "recorded quirk: discarding a draft that was never published removes the document",
    cases: ["service/discardDraft of a document that was never published removes it"],
  },
];

/**
 * Further reads that the default profile answers otherwise than recorded; the exceptions of the profile `strapi` hold
 * too.
 */
export const DEFAULT_PROFILE_READ_EXCEPTIONS: readonly Exception[] = [
  {
    restsOn: "reads.md, silent surprises: only the chosen fields are answered, whatever the sort is by",
    cases: [
      "quirks/the sort field shows up beside the chosen fields when a relation is joined",
      "quirks//api/posts/@p05?fields=slug&populate[tags][sort]=weight:desc&populate[tags][fields]=name",
    ],
  },
  {
    restsOn: "reads.md, silent surprises: a later plain name keeps what was populated below it",
    cases: ["quirks/a later plain name wipes the nested ones"],
  },
  {
    restsOn: "decisions: what the real server drops without a word is refused",
    cases: [
      "query/brackets//api/posts?filters[__proto__][x]=1&fields=slug",
      "query/brackets//api/posts?filters[constructor]=1&fields=slug",
      "query/brackets//api/posts?filters[hasOwnProperty]=1&fields=slug",
      "query/brackets//api/posts?__proto__[x]=1&fields=slug",
      "query/limits/the 1000th parameter counts",
      "query/limits/the 1001st parameter is dropped",
    ],
  },
  {
    restsOn: "decisions: the outermost $not around a relation negates existence",
    cases: [
      "filters/to-one/filters[$not][author][name]=Ann",
      "filters/to-many/some related entry does not match",
      "filters/to-many/filters[$and][0][$not][tags][slug]=red&filters[$and][1][$not][tags][slug]=green",
    ],
  },
  {
    restsOn: "decisions: populate=deep, and populate[x]=* for all first-level relations of x",
    cases: [
      "populate/errors/populate=deep",
      "populate/errors/a wildcard as a value",
      "dynamic zone/errors/populate[blocks]=*",
      "dynamic zone/errors/populate[blocks][on][blocks.hero]=*",
    ],
  },
  {
    restsOn: "decisions: populated lists can be cut",
    cases: [
      "populate/errors/populate[tags][limit]=1",
      "populate/errors/populate[tags][start]=1",
      "populate/errors/populate[tags][page]=1",
      "populate/errors/populate[tags][pageSize]=1",
      "populate/errors/populate[tags][pagination][limit]=1",
      "populate/errors/populate[links][limit]=1",
    ],
  },
  {
    restsOn:
      "reads.md, silent surprises: a list of page sizes is refused, and a top-level start means nothing on one entry",
    cases: ["quirks/two page sizes make the largest", "quirks/top-level start skips the one entry"],
  },
  {
    restsOn: "reads.md, Populate: a comma list means the same below the root",
    cases: ["populate/errors/no comma list inside a nested populate"],
  },
];

/** graphql.json in the profile strapi. */
export const GRAPHQL_EXCEPTIONS: readonly Exception[] = [
  {
    restsOn: "quirk: a password's hash is answered; passwords are never readable (decisions)",
    cases: ["query/password values leave the server as stored"],
  },
  {
    restsOn: "decisions: texts are compared case-sensitively by code point",
    cases: [
      "filter string/string startsWith other case",
      "filter string/string contains other case",
      "filter string/string notContains other case",
    ],
  },
  {
    restsOn: "quirk: conditions that the real server drops are honoured (decisions)",
    cases: [
      "filter string/string in empty list is ignored",
      "filter date/dt between is ignored",
      "filter date/dt in is ignored",
    ],
  },
  {
    restsOn: "quirk: what crashes the real server is answered as it is meant, or refused with its path (decisions)",
    cases: [
      "filter string/string and list on a field fails",
      "filter string/string or list on a field fails",
      "filter number/int between one value",
      "filter relation/not inside a relation fails",
      "pagination/pagination null",
      "dynamic zone/zone without components",
      "validation error/fragments in a circle",
      "validation error/unknown fragment",
    ],
  },
  {
    restsOn: "quirk: a fragment inside itself has no depth; the plain validation error says what is wrong",
    cases: ["validation error/a fragment that contains itself deeper"],
  },
  {
    restsOn: "quirk: relations inside components need the right to find their target, as everywhere (P6)",
    cases: ["permission/relations inside components are not checked"],
  },
  {
    restsOn: "decisions: zone items of a component outside the zone's list are refused",
    cases: ["create/a component the zone does not allow is dropped"],
  },
  {
    restsOn: "quirk: the answer to a mutation shows one version of each entry",
    cases: ["create/mutation answers show both versions through a type without drafts"],
  },
  {
    restsOn: "decisions: biginteger is exact at any size",
    cases: ["create/big integers beyond the safe range lose digits"],
  },
];

/** graphql.json in the default profile, beyond the above: what the seed or a decision asks for instead. */
export const DEFAULT_PROFILE_GRAPHQL_EXCEPTIONS: readonly Exception[] = [
  {
    restsOn: "decisions: a negation around a relation means that no entry fulfils it",
    cases: ["filter relation/not around a to-many relation"],
  },
  {
    restsOn: "seed, Errors: an error body always has details",
    cases: ["transport/POST broken json", "transport/POST json string", "transport/body of 1.1 million bytes"],
  },
  {
    restsOn: "seed, Errors: an Authorization header that is none of a token is 401, as over REST",
    cases: ["transport/other scheme counts as no token", "transport/empty bearer counts as no token"],
  },
];

export const LOCALE_EXCEPTIONS: readonly Exception[] = [
  {
    restsOn: "locales are configured and not stored: their documentIds, names and times are made of their codes",
    cases: ["locales/who may list them"],
  },
  {
    restsOn: "quirk: `populate` of what is behind a relation to any type, without `on`, leaves the relation out",
    cases: ["relations to any type/lists keep their order"],
  },
];
