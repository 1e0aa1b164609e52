import { SOURCE_FLAGS } from "./source-flags.ts";
import type { Usage } from "./usage.ts";

export const PULL_USAGE: Usage = {
  synopsis: "pull URL|--archive FILE [--out FOLDER] [options]",
  summary: "Reads the content of a Strapi or Galley server, scrubbed, into a folder that `galley FOLDER` serves.",
  operands: 1,
  flags: {
    out: {
      short: "o",
      value: "FOLDER",
      help: "Where to write it (twin), or an archive: NAME.tar.gz, or a seed: NAME.json",
    },
    journal: { help: "Write the content into a journal too, from which the folder is served and which keeps changes" },
    ...SOURCE_FLAGS,
    max: { value: "N", help: "Only the newest N documents of each type, and what they link to" },
    where: { value: "FILTERS", help: "Only documents that match: post:category.slug=news, with commas between them" },
    "no-closure": { help: "With --types: leave out the types that the named ones require" },
    files: {
      value: "WHICH",
      choices: ["referenced", "all", "none", "placeholder"],
      help: "Files to fetch: referenced (default), all, none, or placeholder: made-up pictures of the same sizes",
    },
    "remote-files": { help: "Fetch files of other servers too, if their addresses are public" },
    keep: { value: "NAMES", help: "Types and attributes that are not scrubbed: author.name, with commas between them" },
    scrub: {
      value: "NAMES",
      help: "Attributes to scrub besides: post.notes, or with the kind of its stand-ins: post.by=name",
    },
    report: { help: "Print what was scrubbed, why, and one stand-in of each attribute" },
    resume: { help: "Continue a pull that was interrupted" },
    "allow-drift": { help: "Do not stop if the content types change meanwhile" },
    archive: { value: "FILE", help: "Scrub an archive of `strapi export` in place of a server" },
    key: { value: "KEY", help: "Key of an encrypted archive" },
    config: { value: "FILE", help: "Configuration whose `scrub` is used (the one here, or in the folder of the twin)" },
    help: { short: "h", help: "Show this help" },
  },
  notes: "The source is only read: nothing but GET and HEAD is sent to it.",
};
