/** Options of a reader's own project: strict, and for Node alone. */
export const STRICT_COMPILER = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  noEmit: true,
} as const;
