import { EngineError } from "../../../engine/internal.ts";
import { isError } from "../../../storage/core.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Time } from "../../runtime/time.ts";
import { type ControlCall, type ControlRoute, data, readObject } from "./control-route.ts";

/** The routes of a galley's clock. */
export function clockRoutes(): readonly ControlRoute[] {
  const change = async ({ galley: { clock }, request }: ControlCall) => {
    const { set, advance } = readObject(request, ["set", "advance"]);
    if ((set === undefined) === (advance === undefined)) {
      throw new EngineError("validation", "The body needs either set or advance");
    }
    try {
      // Clocks refuse invalid times.
      if (set === undefined) await clock.advance(advance as number);
      else await clock.set(set as Time);
    } catch (error) {
      if (isError(error) && error.name === "TypeError") throw new EngineError("validation", error.message);
      throw error;
    }
    return describe(clock);
  };

  return [
    { method: "GET", path: "/clock", handle: ({ galley }) => describe(galley.clock) },
    { method: "PATCH", path: "/clock", handle: change },
  ];
}

function describe(clock: Clock) {
  return data({ now: new Date(clock.now()).toISOString() });
}
