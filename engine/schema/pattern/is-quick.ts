import { type Branches, type Part, readPattern } from "./read-pattern.ts";

/**
 * How many ways a search may go through a text before it gives up: at most `ways` for each choice of where its long
 * repetitions end, of which there are `degree`.
 */
interface Cost {
  readonly ways: number;
  readonly degree: number;
}

const NOTHING: Cost = { ways: 1, degree: 0 };

const UNKNOWN: Cost = { ways: Number.POSITIVE_INFINITY, degree: 0 };

/** A repetition of up to so many times is counted out, one of more is a long one. */
const LONG = 64;

const MOST_WAYS = 1000;

/**
 * Whether a backtracking search takes a time in proportion to the text, whatever the text: a proof, not a guess. False
 * only means that there is none.
 */
export function isQuick(pattern: RegExp): boolean {
  const branches = readPattern(pattern.source);
  const { ways, degree } = costOfBranches(branches);
  // Without an anchor the search begins anew at each character.
  const anchored = !pattern.multiline && branches.every(([first]) => first?.kind === "start");
  return ways <= MOST_WAYS && degree <= (anchored ? 1 : 0);
}

function costOfBranches(branches: Branches): Cost {
  const costs = branches.map(costOfRow);
  return {
    ways: costs.reduce((sum, { ways }) => sum + ways, 0),
    degree: Math.max(...costs.map(({ degree }) => degree)),
  };
}

/** Each way through a part can be followed by each way through the next. A look ahead or behind is never taken back. */
function costOfRow(row: readonly Part[]): Cost {
  let { ways, degree } = NOTHING;
  for (const part of row) {
    const cost = costOf(part);
    if (part.kind === "group" && part.look) {
      if (cost.ways > MOST_WAYS || cost.degree + degree > 1) return UNKNOWN;
      continue;
    }
    ways *= cost.ways;
    degree += cost.degree;
  }
  return { ways, degree };
}

function costOf(part: Part): Cost {
  switch (part.kind) {
    case "one":
    case "edge":
    case "start":
      return NOTHING;
    case "reference":
      return UNKNOWN;
    case "group":
      return costOfBranches(part.branches);
    case "repeat":
      return costOfRepeat(costOf(part.body), part.min, part.max);
  }
}

function costOfRepeat(body: Cost, min: number, max: number): Cost {
  if (max === 1) return { ways: body.ways + 1 - min, degree: body.degree };
  const isPlain = body.ways === 1 && body.degree === 0;
  if (min === max) return isPlain ? NOTHING : { ways: body.ways ** max, degree: body.degree * max };
  if (!isPlain) return UNKNOWN;
  return max > LONG ? { ways: 1, degree: 1 } : { ways: max - min + 1, degree: 0 };
}
