import { decodedPath } from "./seen-request.ts";

/** Each wildcard costs a walk over every path. */
const MAX_WILDCARDS = 32;

export const PATH_MESSAGE = [
  `must be a text with at most ${MAX_WILDCARDS} stars or a regular expression; names of segments (:id, {id}) count as stars,`,
  "a query belongs in the key query, and there are no groups, modifiers and escapes",
].join(" ");

/** A name between slashes, other signs or at the end; the letter keeps times (`10:30`) texts. */
const NAMES = /:[A-Za-z_]\w*|\{[A-Za-z_]\w*\}/g;
const IS_NAME = /^(?::[A-Za-z_]\w*|\{[A-Za-z_]\w*\})$/;
const PIECES = /(\*+|:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})/;
/** Groups, alternatives and repetitions of path-to-regexp and URLPattern. */
const OTHER_PATTERN = /(?::[A-Za-z_]\w*|\{[A-Za-z_]\w*\})[(?+*]|\(\?|\(\.\*|\(\\|[\\?#]/;

/** Whether a text has one meaning as a path. */
export function isPathPattern(text: string): boolean {
  const path = withoutOrigin(text);
  if (OTHER_PATTERN.test(path) || /[{}]/.test(path.replace(NAMES, ""))) return false;
  return piecesOf(path).filter(isWildcard).length <= MAX_WILDCARDS;
}

/** Tests decoded paths. A slash at the end of the path or the pattern makes no difference. */
export function pathTest(pattern: string): (path: string) => boolean {
  const pieces = piecesOf(wholePath(pattern));
  return (path) => {
    const starts = new Uint8Array(path.length + 1);
    starts[0] = 1;
    const ends = pieces.reduce<Uint8Array>((marks, piece) => endsOf(piece, path, marks), starts);
    return ends[path.length] === 1 || (path.endsWith("/") && ends[path.length - 1] === 1);
  };
}

function withoutOrigin(text: string): string {
  return text.replace(/^https?:\/\/[^/?#]*/i, "");
}

function wholePath(pattern: string): string {
  const path = decodedPath(withoutOrigin(pattern));
  const rooted = path.startsWith("/") || path.startsWith("*") ? path : `/${path}`;
  return rooted.length > 1 && rooted.endsWith("/") ? rooted.slice(0, -1) : rooted;
}

function piecesOf(path: string): readonly string[] {
  return path.split(PIECES).filter((piece) => piece !== "");
}

function isWildcard(piece: string): boolean {
  return piece.startsWith("*") || IS_NAME.test(piece);
}

/**
 * Marks where a piece can end that begins at a marked place. All alternatives at once: backtracking could take forever.
 */
function endsOf(piece: string, path: string, starts: Uint8Array): Uint8Array {
  const ends = new Uint8Array(starts.length);
  if (!isWildcard(piece)) {
    for (let at = starts.indexOf(1); at !== -1; at = starts.indexOf(1, at + 1)) {
      if (path.startsWith(piece, at)) ends[at + piece.length] = 1;
    }
    return ends;
  }
  const isOfSegment = !piece.startsWith("**");
  const isName = !piece.startsWith("*");
  let within = false;
  for (let at = 0; at <= path.length; at++) {
    within &&= !isOfSegment || path[at - 1] !== "/";
    if (isName && within) ends[at] = 1;
    within ||= starts[at] === 1;
    if (!isName && within) ends[at] = 1;
  }
  return ends;
}
