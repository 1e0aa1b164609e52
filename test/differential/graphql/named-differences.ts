import type { NamedDifference } from "../named-difference.ts";

/** What the real server says when its database, or its code, could not make anything of a request. */
const CRASH =
  /SqliteError|Operator and non-operator|Undefined attribute level operator|Cannot read propert|is not a function/;

export const NAMED_DIFFERENCES: readonly NamedDifference[] = [
  {
    name: "what crashes is answered",
    restsOn: "decisions: requests that crash the real server get the answer a careful server would give",
    explains: ({ path, expected }) => {
      return CRASH.test(JSON.stringify(expected) ?? "") || (path === "status" && expected === 500);
    },
  },
  {
    name: "one version of each entry",
    restsOn: "quirk: the answer to a mutation shows draft and published version of one document side by side",
    explains: ({ path }, query) =>
      path.startsWith("body") && /^mutation.*\{ __typename documentId.*\{ __typename/.test(query),
  },
  {
    name: "errors of several fields",
    restsOn: "the real server answers as soon as one of them has made the entry null: which others are told is chance",
    explains: ({ path, expected, actual }, _, all) => {
      if (path === "body.errors")
        return [expected, actual].every((errors) => Array.isArray(errors) && errors.length > 0);
      // As many errors, of other fields.
      return path.startsWith("body.errors[") && all.some((each) => /^body\.errors\[\d+\]\.path\[/.test(each.path));
    },
  },
];
