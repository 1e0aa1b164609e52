import { type ControlCall, type ControlRoute, DONE, data, MAX_WAIT, optionalCount, paramsIn } from "./control-route.ts";

/** The routes of messages that were kept instead of being sent. */
export function outboxRoutes(): readonly ControlRoute[] {
  const list = async ({ galley, request }: ControlCall) => {
    const { timeout, ...match } = paramsIn(request.query, ["to", "timeout"]);
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
