/**
 * Limits of a twin's reads. The source of a twin answers queries that a server open to everyone refuses: links in circles
 * show megabytes of entries. A read may take two seconds here.
 */
export const TWIN_LIMITS = { queryLimits: { work: 50_000_000 }, answerBytes: 134_217_728 } as const;
