import type { CommitKind } from "./commits.ts";

/** A rate of writes, with the latency of a write in milliseconds and its CPU time in microseconds. */
export interface WriteRate {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicros: number;
}

/** A start over stored content, in seconds. */
export interface Recovery {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly documents: number;
}

/** The longest times without a completed read, in milliseconds. */
export interface Stalls {
  readonly longest: number;
  readonly p999: number;
  /** The longest time that the process itself worked without a pause, including all its threads. */
  readonly longestOwn: number;
  readonly seconds: number;
}

/** The location of a journal, and the build that reads or writes it. */
interface JournalOptions {
  readonly build: string;
  readonly folder: string;
}

interface FillOptions {
  readonly kind: CommitKind;
  readonly commits: number;
  readonly checkpoint: boolean;
}

/** The measurements without HTTP, each in its own process; see `alone/`. */
export interface Programs {
  /** Appends to a file and flushes it as fast as possible: the disk's limit for a single writer. */
  readonly flushes: {
    readonly options: { readonly folder: string; readonly seconds: number };
    readonly result: WriteRate;
  };
  /** lowdb in a program of its own, with no HTTP around it. */
  readonly lowdb: {
    readonly options: { readonly folder: string; readonly seconds: number; readonly clients: number };
    readonly result: WriteRate;
  };
  /** Brings a journal to so many commits. */
  readonly fill: {
    readonly options: JournalOptions & FillOptions;
    readonly result: { readonly megabytes: number };
  };
  readonly recover: { readonly options: JournalOptions; readonly result: Recovery };
  /** Reads without end, while snapshots are taken and for as long without any; of each the turn with the least stall. */
  readonly stalls: {
    readonly options: JournalOptions & { readonly posts: number };
    readonly result: { readonly without: Stalls; readonly during: Stalls; readonly megabytes: number };
  };
  /** Changes one document of many, again and again. */
  readonly updates: {
    readonly options: JournalOptions & { readonly posts: number; readonly seconds: number };
    readonly result: { readonly galley: WriteRate; readonly lowdb: WriteRate; readonly megabytes: number };
  };
}
