import type { Difference } from "../../support/vectors/differences.ts";
import type { NamedDifference } from "../named-difference.ts";

/** The differences between a real Strapi and Galley where there are locales. */
export const NAMED_DIFFERENCES: readonly NamedDifference[] = [
  {
    name: "localizations beside themselves",
    restsOn: "a list of several locales leaves out of populated localizations what is in the list itself",
    explains: ({ path, expected, actual }, request) => {
      if (!/^body\.data\[\d+\](\.topic)?\.localizations$/.test(path)) return false;
      if (!Array.isArray(expected) || !Array.isArray(actual)) return false;
      const shown = new Set(expected.map(localeOf));
      const leftOut = actual.map(localeOf).filter((code) => !shown.has(code));
      return leftOut.length === actual.length - expected.length && leftOut.every((code) => isListed(code, request));
    },
  },
  {
    name: "one value, one place",
    restsOn: "what locales share comes back from an older draft, or does not reach what is published",
    explains: (difference, request) => {
      const attribute = SHARED.exec(difference.path)?.[1];
      if (attribute === undefined || !/\?\S*locale=(fr|de)/.test(request)) return false;
      const writes = request.split("\n").filter((line) => /^(POST|PUT) \/api\/pages\S*[?&]status=/.test(line));
      const given = writes.filter((line) => line.includes(`"${attribute}":`));
      return writes.some(isPublishing) && given.length > 0 && bothWereThere(difference, given);
    },
  },
  {
    name: "the file that was there",
    restsOn: "connecting a file to an attribute that holds one stores both, and the real server shows the older",
    explains: ({ path }, request) => {
      const attribute = /\.(cover|picture|flag)(?=\.name$|$)/.exec(path)?.[1];
      return attribute !== undefined && request.includes(`"${attribute}":{"connect":[`);
    },
  },
];

/** A value that all locales of a page share, of a page itself or one populated. */
const SHARED =
  /^(?:state: [^:]*: )?body\.data(?:\[\d+\])?(?:\.(?:localizations|pages)\[\d+\])?\.(sku|price|link|cover)(?:\.(?:label|size|icon|name))?(?:\.name)?$/;

function localeOf(entry: unknown): unknown {
  return typeof entry === "object" && entry !== null && "locale" in entry ? entry.locale : undefined;
}

/** Whether a list asks for a locale, and for others, by its parameter or by its filter. */
function isListed(code: unknown, request: string): boolean {
  return (
    /[?&](locale=\*|filters\[locale\])/.test(request) || new RegExp(`[?&]locale\\[\\d\\]=${code}(&|$)`).test(request)
  );
}

function isPublishing(write: string): boolean {
  return /[?&]status=published/.test(write);
}

/** Each server shows a value that was written at some time, or what stood there before: nothing, or the default. */
function bothWereThere({ expected, actual }: Difference, writes: readonly string[]): boolean {
  return [expected, actual].every(
    (value) =>
      value === null || value === undefined || value === 7 || typeof value === "object" || isWritten(value, writes),
  );
}

function isWritten(value: unknown, writes: readonly string[]): boolean {
  const text = JSON.stringify(value);
  return writes.some((line) => line.includes(`:${text},`) || line.includes(`:${text}}`));
}
