/** The project whose code runs. */
export interface ProjectCodeOptions {
  /** Its folder. */
  readonly project: string;
  /** Code that cannot be run ends the start. */
  readonly strict: boolean;
}
