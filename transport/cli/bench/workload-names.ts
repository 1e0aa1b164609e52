/** Every kind of traffic, in the order in which it is measured. */
export const WORKLOAD_NAMES = [
  "by-id",
  "repeated",
  "filtered",
  "populated",
  "containsi",
  "relation",
  "related",
  "related-populated",
  "either",
  "in-twenty",
  "second-page",
  "sorted-populate",
  "mixed",
  "writes",
] as const;

export type WorkloadName = (typeof WORKLOAD_NAMES)[number];
