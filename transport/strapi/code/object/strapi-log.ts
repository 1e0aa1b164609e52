import { inspect } from "node:util";
import { fieldsOf, type Log } from "../../../runtime/log.ts";
import { isThrown } from "../koa/http-fault.ts";
import type { StrapiObject } from "../strapi-object.ts";

type Line = (...given: readonly unknown[]) => void;

/** `strapi.log`: each level in the nearest one of the log. */
export function strapiLog(log: Log): StrapiObject["log"] {
  const lines = (level: "info" | "warn" | "error"): Line => {
    return (first, ...others) => {
      const error = [first, ...others].find(isThrown);
      const text = [first, ...others].filter((each) => each !== error).map(shown);
      if (text.length === 0 && error !== undefined) text.push(error.message);
      log[level](error === undefined ? {} : fieldsOf(error), text.join(" "));
    };
  };
  const detail: Line = log.isLevelEnabled?.("debug") ? lines("info") : () => {};
  const info = lines("info");
  return {
    fatal: lines("error"),
    error: lines("error"),
    warn: lines("warn"),
    info,
    http: detail,
    verbose: detail,
    debug: detail,
    trace: detail,
    silly: detail,
  };
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : inspect(value, { depth: 4 });
}
