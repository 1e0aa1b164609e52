/** Elements that Tab stops at. */
export const STOPS =
  "a[href], button, input, select, textarea, summary, iframe, [contenteditable], [tabindex]:not([tabindex='-1'])";
