/** The engine's view of the world, handed in so that the same requests give the same answers (promise P9). */
export interface Env {
  /** Milliseconds since 1970-01-01T00:00:00Z, before the year 10000. May go backwards: the engine never lets that reorder or repeat anything. */
  now(): number;
  /**
   * True: versions are stamped with the times as they are, even if earlier versions have later ones; tests set clocks
   * back.
   */
  timesAreMeant?(): boolean;
  /** A fresh documentId: 24 lower-case letters and digits, the first a letter. */
  newDocumentId(): string;
}
