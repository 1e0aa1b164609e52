/** Publishing and unpublishing at a later time. */
export interface ScheduleConfig {
  /**
   * Milliseconds: what fell due while no process ran is done at the start if it is no older; else it is `missed`. Default: 7
   * days.
   */
  readonly catchUp?: number;
}

const DAY = 86_400_000;

export const CATCH_UP = 7 * DAY;
