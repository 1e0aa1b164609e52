import type { HeaderList } from "../port.ts";

/** For answers that are data, not pages: browsers must not sniff, frame or execute them. */
export const DATA_SECURITY_HEADERS: HeaderList = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
];
