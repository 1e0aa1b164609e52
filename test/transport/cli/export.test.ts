import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadProject } from "../../../transport/project/load-project.ts";
import { runToEnd, withFolder } from "../../support/command-line.ts";
import { openArchive, RECORDED_EXPORT } from "../../support/open-archive.ts";
