import { RUN_CONFIG_FLAG } from "./run-config-flag.ts";
import type { Usage } from "./usage.ts";

export const DATA_USAGE: Usage = {
  synopsis: "data check|repair|copy|backup|clean|stats|nodes|sql PLACE [PLACE]",
  summary: "Maintains stored content. A place is a data folder, a .json file, postgres://… or nats://…",
  operands: 3,
  flags: {
    "truncate-at": { value: "N", help: "repair: keep everything up to this position, move the rest aside" },
    "accept-loss": { help: "repair: continue without acknowledged writes that are known to be missing at the end" },
    "from-bucket": { value: "S3", help: "copy, backup: uploads of FROM are in this bucket (s3://BUCKET[/FOLDER][?…])" },
    "to-bucket": { value: "S3", help: "copy, backup: put them into this bucket" },
    "dry-run": { help: "clean: list what would be removed, and remove nothing" },
    quiet: { help: "Do not show progress" },
    ...RUN_CONFIG_FLAG,
    help: { short: "h", help: "Show this help" },
  },
  notes: `Commands:
  data check PLACE                   Read every byte and list all damage; also beside a running server
  data repair DIR --truncate-at N    Cut a damaged journal at a position; the rest is saved in files beside it
  data repair DIR --accept-loss      Let a journal that is too short open, without the missing writes
  data copy FROM TO                  Copy content and uploads to an empty place of any kind; also of a running server
  data backup PLACE TO               Copy a place as it is, with uploads; also beside a running server
  data clean PLACE PATH              Remove values of attributes that the content types of PATH no longer have
  data stats PLACE                   Count its contents; also beside a running server
  data nodes ADDRESS                 List the processes that have a log in PostgreSQL or JetStream open
  data sql POSTGRES                  Print the SQL that makes its tables, for an administrator`,
};
