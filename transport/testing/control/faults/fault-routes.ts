import { bodyText, parseJson } from "../../../http/json/json-body.ts";
import { type ControlCall, type ControlRoute, DONE, data, missing, readObject } from "../control-route.ts";
import { checkDelay, checkFault } from "./fault.ts";
import type { Fault } from "./faults.ts";

/** The routes of faults and latency. */
export function faultRoutes(): readonly ControlRoute[] {
  const add = ({ galley, request }: ControlCall) => {
    const fault = galley.faults.add(checkFault(parseJson(bodyText(request))));
    return data(described(fault), 201);
  };

  const remove = ({ galley, params: [id = ""] }: ControlCall) => {
    if (!galley.faults.remove(Number(id))) throw missing(`fault ${id}`);
    return DONE;
  };

  const clear = ({ galley }: ControlCall) => {
    galley.faults.clear();
    return DONE;
  };

  const setLatency = ({ galley, request }: ControlCall) => {
    galley.faults.latency = checkDelay(readObject(request, ["delay"]).delay);
    return data({ delay: galley.faults.latency });
  };

  return [
    { method: "GET", path: "/faults", handle: ({ galley }) => data(galley.faults.list().map(described)) },
    { method: "POST", path: "/faults", handle: add },
    { method: "DELETE", path: "/faults", handle: clear },
    { method: "DELETE", path: "/faults/:id", handle: remove },
    { method: "GET", path: "/latency", handle: ({ galley }) => data({ delay: galley.faults.latency }) },
    { method: "PUT", path: "/latency", handle: setLatency },
  ];
}

function described({ id, hits, spec }: Fault): object {
  return { id, hits, ...spec };
}
