import type { Usage } from "./usage.ts";

export const REQUESTS_USAGE: Usage = {
  synopsis: "requests FILE.har [--filter PATH]",
  summary: "Lists the requests of a HAR, as browsers, Playwright, Charles and Insomnia save it.",
  operands: 1,
  flags: {
    filter: { value: "PATH", help: "Only requests whose path begins so: /api" },
    help: { short: "h", help: "Show this help" },
  },
  notes: "Bodies that are missing or cut are named behind their request.",
};
