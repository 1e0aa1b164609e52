import type { HeaderList } from "../port.ts";

/** For answers that are data and never a page: nothing may guess at them, frame them or load anything for them. */
export const DATA_SECURITY_HEADERS: HeaderList = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
];
