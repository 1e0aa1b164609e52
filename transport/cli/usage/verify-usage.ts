import { SOURCE_FLAGS } from "./source-flags.ts";
import type { Usage } from "./usage.ts";

export const VERIFY_USAGE: Usage = {
  synopsis: "verify URL [--against URL|PATH] [--requests FILE] [--random N] [options]",
  summary: "Asks a Strapi or Galley server and its twin the same reads, and tells where their answers differ.",
  operands: 1,
  flags: {
    against: { value: "URL|PATH", help: "What to compare with: a server, or what `galley PATH` serves (a fresh pull)" },
    "against-token-env": { value: "NAME", help: "Environment variable with the token of --against URL" },
    requests: { value: "FILE", help: "Reads to send: a HAR, a saved GET /__galley/requests, or a list of URLs" },
    random: { value: "N", help: "Reads to draw from the content types and from values that occur (1000)" },
    seed: { value: "S", help: "Another draw: a whole number (1)" },
    ...SOURCE_FLAGS,
    "run-project": { help: "Run the own code of the project of --schema in the galley that is compared" },
    headers: { value: "NAMES", help: "Headers to compare too, with commas between them" },
    exact: {
      value: "MASKS",
      help: "What makes a difference too: ids, times, ties, files, keys, numbers, locales, or all",
    },
    allow: {
      value: "CAUSES",
      help: "Causes that are no difference: order, key, value, total, status, error text, type",
    },
    max: { value: "N", help: "Differences to print at most (20)" },
    json: { help: "Print the result as JSON" },
    junit: { value: "FILE", help: "Write the result as JUnit's XML" },
    help: { short: "h", help: "Show this help" },
  },
  notes: [
    "Exit codes: 0 equal, 1 different, 2 not compared, or the source did not answer more than one of 100 reads.",
    "The source is only read: nothing but GET and HEAD is sent to it.",
  ].join("\n"),
};
