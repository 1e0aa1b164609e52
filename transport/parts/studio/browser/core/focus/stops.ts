/** Elements that Tab stops at. */
export const STOPS =
  "a[href], button:not([tabindex='-1']), input, select, textarea, summary, iframe, [contenteditable], [tabindex]:not([tabindex='-1'])";
