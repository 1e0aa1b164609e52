import type { Flag } from "./usage.ts";

/** Of commands that only look at a project. */
export const RUN_CONFIG_FLAG: Record<"run-config", Flag> = {
  "run-config": { help: "Run code of the project's configuration and content types; otherwise only literals are read" },
};
