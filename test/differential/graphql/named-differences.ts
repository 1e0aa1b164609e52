import type { NamedDifference } from "../named-difference.ts";

/** The real server's messages when its database, or its code, could not handle a request. */
const CRASH =
  /SqliteError|Operator and non-operator|Only one operator key is allowed|Undefined attribute level operator|Cannot read propert|is not a function/;

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
      path.startsWith("body") && /^mutation.*\{ __typename documentId.*\{ __typename/s.test(query),
  },
  {
    name: "a link to nothing: `details`",
    restsOn: "the details of the error repeat all that was sent",
    explains: ({ path, actual }) => /\.details\.errors\[\d+\]\.value$/.test(path) && actual === undefined,
  },
  {
    name: "two faults of one request",
    restsOn: "the real server looks at several parts of a request at the same time: which fault it tells is chance",
    explains: ({ path, expected, actual }, operation) =>
      path === "body.errors[0].message" &&
      [expected, actual].every((message) => {
        const [, fault] = /^Invalid key \S+ at ([\w.]+)$|^(\w+) must be a/.exec(String(message))?.filter(Boolean) ?? [];
        return fault !== undefined && operation.includes(fault.split(".").at(-1) ?? "");
      }),
  },
  {
    name: "nothing among sort keys",
    restsOn: "a list of keys with null in it is refused",
    explains: ({ path, expected, actual }, operation) =>
      path === "body.errors" &&
      actual === undefined &&
      /"param":"sort"/.test(JSON.stringify(expected)) &&
      /\[(?:"[^"]*", ?)?null[,\]]/.test(operation),
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
