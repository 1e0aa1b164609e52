import { EngineError } from "../../../engine/internal.ts";
import { flatParams } from "../../http/params/flat-params.ts";
import { type ControlCall, type ControlRoute, DONE, data, MAX_WAIT, optionalCount } from "./control-route.ts";

/** The routes of messages that were kept instead of being sent. */
export function outboxRoutes(): readonly ControlRoute[] {
  const list = async ({ galley, request }: ControlCall) => {
    const { timeout, ...match } = asked(request.query);
    const wait = optionalCount(timeout === undefined ? undefined : Number(timeout), "timeout", MAX_WAIT);
    if (wait !== undefined) await galley.outbox.waitFor(match, { timeout: wait });
    return data(galley.outbox.list(match));
  };

  const clear = ({ galley }: ControlCall) => {
    galley.outbox.clear();
    return DONE;
  };

  return [
    { method: "GET", path: "/outbox", handle: list },
    { method: "DELETE", path: "/outbox", handle: clear },
  ];
}

const PARAMETERS: ReadonlySet<string> = new Set(["to", "timeout"]);

function asked(query: string): { readonly to?: string; readonly timeout?: string } {
  const parameters = Object.fromEntries([...flatParams(query)].map(([name, values]) => [name, values[0]]));
  const unknown = Object.keys(parameters).find((key) => !PARAMETERS.has(key));
  if (unknown === undefined) return parameters;
  throw new EngineError("validation", `${unknown} is not a known parameter`, { key: unknown });
}
