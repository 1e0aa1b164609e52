import type { Size } from "../data.ts";
import type { Question } from "./question.ts";

/** Posts by their numbers from 1, in the order asked for, and how many match on all pages. */
export interface PostList {
  readonly posts: readonly number[];
  readonly total: number;
}

/** Something that keeps posts in the memory of this process and finds them. */
export interface EngineContestant {
  readonly name: string;
  /** Most posts with which it answers in a time that anyone would wait for. */
  readonly mostPosts: number;
  /** With the content of that size, and the indexes that it has. */
  open(size: Size): Opened;
}

export interface Opened {
  /** The page of a question as a program would want it: whole posts, which `posts` tells the numbers of. */
  find(question: Question): PostList;
}
