import type { CommitKind } from "./commits.ts";

/** A rate of writes with what one of them took, in milliseconds, and the microseconds of CPU for each. */
export interface WriteRate {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicros: number;
}

/** A start over what is stored, in seconds. */
export interface Recovery {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly documents: number;
}

/** The longest times that nothing could be read, in milliseconds, over a while. */
export interface Stalls {
  readonly longest: number;
  readonly p999: number;
  /** The longest that the process itself was at work without a pause, all its threads counted. */
  readonly longestOwn: number;
  readonly seconds: number;
}

/** Where a journal is, and the build that is to read or write it. */
interface JournalOptions {
  readonly build: string;
  readonly folder: string;
}

interface FillOptions {
  readonly kind: CommitKind;
  readonly commits: number;
  readonly checkpoint: boolean;
}

/** What is measured without HTTP, each in a process of its own; see `alone/`. */
export interface Programs {
  /** Appending to a file and flushing it, as often as it goes: what the disk allows a single writer. */
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
