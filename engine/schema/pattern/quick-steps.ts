import { type Branches, type Part, readPattern } from "./read-pattern.ts";

/**
 * The cost of a backtracking search from one place of a text: at most `ways` attempts for each choice of the ends of
 * its `degree` long repetitions; one attempt reads at most `steps` characters beside those repetitions.
 */
interface Cost {
  readonly ways: number;
  readonly degree: number;
  readonly steps: number;
}

const NOTHING: Cost = { ways: 1, degree: 0, steps: 0 };

const ONE: Cost = { ways: 1, degree: 0, steps: 1 };

const UNKNOWN: Cost = { ways: Number.POSITIVE_INFINITY, degree: 0, steps: 0 };

/** A repetition of at most so many times is expanded; a longer one counts as long. */
const LONG = 64;

const MAX_WAYS = 1000;

/**
 * The steps that a backtracking search takes for each character, at most, whatever the text: a proof, not a guess. Null only
 * means that there is no proof that the time is linear in the text.
 */
export function quickSteps(pattern: RegExp): number | null {
  const branches = readPattern(pattern.source);
  const { ways, degree, steps } = costOfBranches(branches);
  const anchored = !pattern.multiline && branches.every(([first]) => first?.kind === "start");
  if (anchored) return ways <= MAX_WAYS && degree <= 1 ? Math.max(1, ways) : null;
  // Without an anchor the search restarts at each character.
  const perCharacter = ways * Math.max(1, steps);
  return perCharacter <= MAX_WAYS && degree === 0 ? perCharacter : null;
}

function costOfBranches(branches: Branches): Cost {
  const costs = branches.map(costOfRow);
  return {
    ways: costs.reduce((sum, { ways }) => sum + ways, 0),
    degree: Math.max(...costs.map(({ degree }) => degree)),
    steps: Math.max(...costs.map(({ steps }) => steps)),
  };
}

/**
 * Each way through a part can be followed by each way through the next. A lookaround runs once for each way to its
 * place and is never re-entered: it adds its own steps, but multiplies nothing behind it.
 */
function costOfRow(row: readonly Part[]): Cost {
  let { ways, degree, steps } = NOTHING;
  let lookDegree = 0;
  for (const part of row) {
    const cost = costOf(part);
    steps += cost.steps;
    if (part.kind === "group" && part.look !== null) {
      if (cost.ways > MAX_WAYS) return UNKNOWN;
      lookDegree = Math.max(lookDegree, degree + cost.degree);
      continue;
    }
    ways *= cost.ways;
    degree += cost.degree;
  }
  return { ways, degree: Math.max(degree, lookDegree), steps };
}

function costOf(part: Part): Cost {
  switch (part.kind) {
    case "one":
      return ONE;
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
  const steps = body.steps * (max > LONG && max !== min ? min : max);
  if (max === 1) return { ways: body.ways + 1 - min, degree: body.degree, steps };
  const isPlain = body.ways === 1 && body.degree === 0;
  if (min === max) return { ways: body.ways ** max, degree: body.degree * max, steps };
  if (!isPlain) return UNKNOWN;
  return max > LONG ? { ways: 1, degree: 1, steps } : { ways: max - min + 1, degree: 0, steps };
}
