import fc from "fast-check";
import { SEED } from "./seed.ts";

fc.configureGlobal({ seed: SEED });

/** fast-check that draws from the tests' seed. */
export { fc };
