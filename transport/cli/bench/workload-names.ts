/** Every kind of traffic, in the order in which they are measured. */
export const WORKLOAD_NAMES = [
  "by-id",
  "repeated",
  "filtered",
  "populated",
  "containsi",
  "relation",
  "mixed",
  "writes",
] as const;

export type WorkloadName = (typeof WORKLOAD_NAMES)[number];
