/** A part of a text, and whether the other text lacks it. */
export interface Part {
  readonly text: string;
  readonly isOwn: boolean;
}

/** More pairs of words would take the browser too long; such texts are compared as wholes. */
const MAX_PAIRS = 1_000_000;

/** The longest common subsequence of the words of two texts, as the parts of each that the other one lacks. */
export function wordDifferences(one: string, other: string): readonly [readonly Part[], readonly Part[]] {
  const words = [wordsOf(one), wordsOf(other)] as const;
  const start = commonStart(words);
  const [ones, others] = [words[0].slice(start), words[1].slice(start)];
  const isOwn = ones.length * others.length > MAX_PAIRS ? null : ownWords(ones, others);
  const parts = (side: 0 | 1, rest: readonly string[]) =>
    joined([
      ...words[side].slice(0, start).map((text) => ({ text, isOwn: false })),
      ...rest.map((text, at) => ({ text, isOwn: isOwn?.[side][at] ?? true })),
    ]);
  return [parts(0, ones), parts(1, others)];
}

/** Words, and the text between them. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

function commonStart([one, other]: readonly [readonly string[], readonly string[]]): number {
  const end = one.findIndex((word, at) => word !== other[at]);
  return end === -1 ? one.length : end;
}

/** For each word, whether it is outside the longest common subsequence. */
function ownWords(one: readonly string[], other: readonly string[]): readonly [boolean[], boolean[]] {
  const width = other.length + 1;
  // The length of the longest common subsequence of what follows each pair of words.
  const lengths = new Uint32Array((one.length + 1) * width);
  const lengthAt = (at: number, to: number) => lengths[at * width + to] ?? 0;
  for (let at = one.length - 1; at >= 0; at--) {
    for (let to = other.length - 1; to >= 0; to--) {
      lengths[at * width + to] =
        one[at] === other[to] ? lengthAt(at + 1, to + 1) + 1 : Math.max(lengthAt(at + 1, to), lengthAt(at, to + 1));
    }
  }
  const own = [one.map(() => true), other.map(() => true)] as const;
  for (let at = 0, to = 0; at < one.length && to < other.length; ) {
    if (one[at] === other[to]) {
      own[0][at++] = false;
      own[1][to++] = false;
    } else if (lengthAt(at + 1, to) >= lengthAt(at, to + 1)) at++;
    else to++;
  }
  return own;
}

function joined(parts: readonly Part[]): readonly Part[] {
  const joint: Part[] = [];
  for (const part of parts) {
    const last = joint.at(-1);
    if (last?.isOwn === part.isOwn) joint[joint.length - 1] = { ...part, text: last.text + part.text };
    else joint.push(part);
  }
  return joint;
}
