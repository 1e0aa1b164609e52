import type { EngineContestant } from "./contestant.ts";
import { GALLEY } from "./galley.ts";
import { LOKI } from "./loki.ts";
import { MINGO } from "./mingo.ts";
import { SQLITE } from "./sqlite.ts";

/** The contestants, Galley first. */
export const CONTESTANTS: readonly EngineContestant[] = [GALLEY, SQLITE, LOKI, MINGO];
