import * as fc from "./drawn-deeper.ts";
import { SEED } from "./seed.ts";

/** Cases that a law draws unless it says how many. */
const RUNS = 50;

fc.configureGlobal({ seed: SEED, numRuns: RUNS });

/** fast-check that draws from the tests' seed, and as many more cases as `npm run check -- explore` asks for. */
export { fc };
