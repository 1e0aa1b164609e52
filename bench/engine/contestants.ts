import type { Size } from "../content/data.ts";
import { GALLEY } from "./galley.ts";
import { LOKI } from "./peers/loki.ts";
import { MINGO } from "./peers/mingo.ts";
import { SQLITE } from "./peers/sqlite.ts";
import type { Question } from "./question.ts";

/** Posts by number (from 1) in the requested order, and how many match on all pages. */
export interface PostList {
  readonly posts: readonly number[];
  readonly total: number;
}

/** A database in the memory of this process that finds posts. */
export interface EngineContestant {
  readonly name: string;
  /** The most posts with which its answers take an acceptable time. */
  readonly mostPosts: number;
  /** Opens it with content of that size and its indexes. */
  open(size: Size): Opened;
}

export interface Opened {
  /** The page of a question as a program needs it: whole posts; `posts` contains their numbers. */
  find(question: Question): PostList;
  /**
   * Does its work between questions, such as building indexes; nothing when absent. Returns the milliseconds that it
   * took.
   */
  rest?(): number;
}

/** The contestants, Galley first. */
export const CONTESTANTS: readonly EngineContestant[] = [GALLEY, SQLITE, LOKI, MINGO];
