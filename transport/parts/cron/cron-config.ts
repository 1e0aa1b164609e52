/** A run of a task. */
export interface CronRun<G> {
  readonly galley: G;
  /** The time for which it is run, by the rule. */
  readonly now: Date;
}

/** A task that runs at certain times. */
export interface CronJob<G> {
  /** Five fields, minute first, or six, second first: `0 3 * * *` is three o'clock each night. */
  readonly rule: string;
  /** Time zone of the rule, such as `Europe/Lisbon`. Default: the system's. */
  readonly tz?: string;
  /** Milliseconds: the newest tick that was missed while no process ran is run at the start if it is no older. Default: 0. */
  readonly catchUp?: number;
  readonly task: (run: CronRun<G>) => unknown;
}

/** Tasks by name. */
export interface CronConfig<G> {
  readonly [name: string]: CronJob<G>;
}
