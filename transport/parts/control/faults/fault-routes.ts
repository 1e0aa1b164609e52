import { isRegExp } from "../../../../engine/internal.ts";
import { withinTime } from "../../../hooks/within-time.ts";
import { bodyText, parseJson } from "../../../http/json/json-body.ts";
import { flatParams } from "../../../http/params/flat-params.ts";
import { ExpectationError } from "../../../runtime/expectation-error.ts";
import {
  type ControlCall,
  type ControlRoute,
  DONE,
  data,
  dataText,
  MAX_WAIT,
  missing,
  optionalCount,
  readObject,
} from "../control-route.ts";
import { checkDelay, checkFault } from "./fault.ts";
import type { Fault, Gate } from "./faults.ts";

/** The routes of faults and latency. */
export function faultRoutes(): readonly ControlRoute[] {
  const list = (faults: readonly Fault[]) => dataText(JSON.stringify(faults.map(described), textOfPatterns));

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

  const reached = async ({ galley, request, params: [id = ""] }: ControlCall) => {
    const timeout = flatParams(request.query).get("timeout")?.[0];
    const wait = optionalCount(timeout === undefined ? 0 : Number(timeout), "timeout", MAX_WAIT) ?? 0;
    const tooLate = () => new ExpectationError(`No request has reached gate ${Number(id)}`);
    const { method, path, query, headers, body } = await withinTime(wait, gateOf(galley, id).reached, tooLate);
    return data({ method, path, query, headers, body });
  };

  const release = ({ galley, params: [id = ""] }: ControlCall) => {
    gateOf(galley, id).release();
    return DONE;
  };

  const setLatency = ({ galley, request }: ControlCall) => {
    galley.faults.latency = checkDelay(readObject(request, ["delay"]).delay);
    return data({ delay: galley.faults.latency });
  };

  return [
    { method: "GET", path: "/faults", handle: ({ galley }) => list(galley.faults.list()) },
    { method: "GET", path: "/faults/unused", handle: ({ galley }) => list(galley.faults.unused()) },
    { method: "POST", path: "/faults", handle: add },
    { method: "DELETE", path: "/faults", handle: clear },
    { method: "DELETE", path: "/faults/:id", handle: remove },
    { method: "GET", path: "/faults/:id/reached", handle: reached },
    { method: "POST", path: "/faults/:id/release", handle: release },
    { method: "GET", path: "/latency", handle: ({ galley }) => data({ delay: galley.faults.latency }) },
    { method: "PUT", path: "/latency", handle: setLatency },
  ];
}

function described({ id, hits, spec }: Fault): object {
  return { id, hits, ...spec };
}

function gateOf({ faults }: ControlCall["galley"], id: string): Gate {
  const gate = faults.gate(Number(id));
  if (gate === undefined) throw missing(`gate ${id}`);
  return gate;
}

/** Patterns in the process's own faults, which JSON would leave empty. */
function textOfPatterns(_: string, value: unknown): unknown {
  return typeof value === "function" || isRegExp(value) ? String(value) : value;
}
