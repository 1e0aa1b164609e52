/** Limits of an archive: far more than real ones need, far less than would do harm. */
export interface ArchiveLimits {
  readonly entries: number;
  readonly nameLength: number;
  /** One line of a JSON lines file, or one JSON file. */
  readonly lineBytes: number;
  /** Bytes that any archive may unpack to, however small it is. */
  readonly freeBytes: number;
  /** Maximum compression ratio of larger archives. */
  readonly ratio: number;
  /** Faults that are reported together. */
  readonly faults: number;
}

const MIB = 1_048_576;

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 1_000_000,
  nameLength: 1_024,
  lineBytes: 16 * MIB,
  freeBytes: 64 * MIB,
  ratio: 100,
  faults: 20,
};
