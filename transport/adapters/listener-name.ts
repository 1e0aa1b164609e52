export const LISTENERS = ["auto", "uws", "node"] as const;

export type ListenerName = (typeof LISTENERS)[number];
