import { EngineError } from "../../../../engine/internal.ts";
import type { Snapshot } from "../../../runtime/snapshot.ts";
import { type ControlCall, type ControlRoute, DONE, data, missing } from "../control-route.ts";

const MAX_SNAPSHOTS = 100;

/** The routes of snapshots by name, which any fork can restore, and of the reset to the base. */
export function snapshotRoutes(): readonly ControlRoute[] {
  const snapshots = new Map<string, Snapshot>();

  const take = ({ galley, params: [name = ""] }: ControlCall) => {
    if (!snapshots.has(name) && snapshots.size >= MAX_SNAPSHOTS) {
      throw new EngineError("validation", `There are ${MAX_SNAPSHOTS} snapshots already: drop some`);
    }
    snapshots.set(name, galley.snapshot());
    return data({ name });
  };

  const restore = async ({ galley, params: [name = ""] }: ControlCall) => {
    const snapshot = snapshots.get(name);
    if (snapshot === undefined) throw missing(`snapshot ${name}`);
    await galley.restore(snapshot);
    return DONE;
  };

  const drop = ({ params: [name = ""] }: ControlCall) => {
    if (!snapshots.delete(name)) throw missing(`snapshot ${name}`);
    return DONE;
  };

  const reset = async ({ galley }: ControlCall) => {
    await galley.reset();
    return DONE;
  };

  return [
    { method: "POST", path: "/reset", handle: reset },
    { method: "GET", path: "/snapshots", handle: () => data([...snapshots.keys()].map((name) => ({ name }))) },
    { method: "PUT", path: "/snapshots/:name", handle: take },
    { method: "DELETE", path: "/snapshots/:name", handle: drop },
    { method: "POST", path: "/snapshots/:name/restore", handle: restore },
  ];
}
