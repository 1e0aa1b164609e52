import {
  type ControlCall,
  type ControlRoute,
  DONE,
  data,
  missing,
  optionalText,
  readObject,
} from "../control-route.ts";
import type { Controlled } from "../controlled.ts";
import type { NamedForks } from "./named-forks.ts";

/** The routes of forks by name: list, create, drop. */
export function forkRoutes(base: Controlled, forks: NamedForks): readonly ControlRoute[] {
  const list = () => data(forks.names().map((name) => ({ name })));

  const make = ({ request, params: [name = ""] }: ControlCall) => {
    const from = optionalText(readObject(request, ["from"]).from, "from");
    forks.create(name, from === undefined ? base : existing(from));
    return data({ name });
  };

  const drop = ({ params: [name = ""] }: ControlCall) => {
    if (!forks.drop(name)) throw missing(`fork ${name}`);
    return DONE;
  };

  const dropAll = () => {
    forks.dropAll();
    return DONE;
  };

  return [
    { method: "GET", path: "/forks", handle: list },
    { method: "DELETE", path: "/forks", handle: dropAll },
    { method: "PUT", path: "/forks/:name", handle: make },
    { method: "DELETE", path: "/forks/:name", handle: drop },
  ];

  function existing(name: string): Controlled {
    const fork = forks.get(name);
    if (fork === undefined) throw missing(`fork ${name}`);
    return fork;
  }
}
