export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ["lines", "json"] as const;

/** Lines for people, or one JSON object per line for programs. */
export type LogFormat = (typeof LOG_FORMATS)[number];
