import { EngineError } from "../../../engine/internal.ts";
import { type ControlCall, type ControlRoute, DONE, data, missing, paramsIn } from "../control/control-route.ts";
import type { DeliveryState } from "./delivery.ts";

const STATES: readonly DeliveryState[] = ["waiting", "delivered", "dead", "recorded"];

/** The routes below `/__galley/webhooks`. */
export function webhookRoutes(): readonly ControlRoute[] {
  const list = ({ galley }: ControlCall) => data(galley.webhooks.states());

  const deliveries = ({ galley, request }: ControlCall) => {
    const state = askedState(request.query);
    return data(galley.webhooks.deliveries(state === undefined ? {} : { state }));
  };

  const redeliver = async ({ galley, params: [id = ""] }: ControlCall) => {
    if (!(await galley.webhooks.redeliver(id))) throw missing(`dead delivery ${id} in this process`);
    return DONE;
  };

  return [
    { method: "GET", path: "/webhooks", handle: list },
    { method: "GET", path: "/webhooks/deliveries", handle: deliveries },
    { method: "POST", path: "/webhooks/deliveries/:id/redeliver", handle: redeliver },
  ];
}

function askedState(query: string): DeliveryState | undefined {
  const { state } = paramsIn(query, ["state"]);
  const known = STATES.find((each) => each === state);
  if (state === undefined || known !== undefined) return known;
  throw new EngineError("validation", `state must be one of ${STATES.join(", ")}`, { key: "state" });
}
