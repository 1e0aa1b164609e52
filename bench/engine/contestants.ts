import type { EngineContestant } from "./contestant.ts";
import { GALLEY } from "./galley.ts";
import { LOKI } from "./peers/loki.ts";
import { MINGO } from "./peers/mingo.ts";
import { SQLITE } from "./peers/sqlite.ts";

/** The contestants, Galley first. */
export const CONTESTANTS: readonly EngineContestant[] = [GALLEY, SQLITE, LOKI, MINGO];
