/** Three-valued: null is unknown. */
export type Truth = boolean | null;

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

export function and(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

export function or(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(null) ? null : false;
}
