import { routesHiddenBy } from "../../contract/model/hidden-routes.ts";
import type { RouteInfo } from "../../http/route-list.ts";
import type { Environment } from "../command.ts";
import { withServed } from "../content/with-served.ts";
import type { Arguments } from "../usage/usage.ts";

/** `galley routes [PATH]`: lists the routes, without serving them. */
export async function routes(args: Arguments, environment: Environment): Promise<number> {
  const listed = await withServed(args, environment, (galley) => galley.routes());
  process.stdout.write(args.isOn("json") ? `${JSON.stringify(listed, null, 2)}\n` : tableOf(listed));
  return 0;
}

function tableOf(routes: readonly RouteInfo[]): string {
  const width = Math.max(...routes.map(({ path }) => path.length));
  return routes
    .map(({ method, path, callers, everyone }) => {
      const who = everyone ? "everyone" : callers.map(nameOf).join(", ") || "no one yet";
      return `${method.padEnd(6)} ${path.padEnd(width)}  ${who}\n`;
    })
    .concat(hiddenIn(routes))
    .join("");
}

/** The routes of plugins that are not listed, since content types have their paths. */
function hiddenIn(routes: readonly RouteInfo[]): readonly string[] {
  const paths = new Set(routes.map(({ path }) => path));
  return routes.flatMap(({ method, path, needs }) => {
    const [, prefix = "", name = "", ...further] = path.split("/");
    if (method !== "GET" || further.length > 0 || typeof needs !== "object" || needs?.type.startsWith("api::") !== true)
      return [];
    const kind = paths.has(`${path}/:documentId`) ? "collection" : "single";
    return routesHiddenBy(name, kind).map((route) => {
      const [hidden = "", below = ""] = route.split(" ");
      return `${hidden.padEnd(6)} /${prefix}${below}  not reached: ${needs?.type} has its path\n`;
    });
  });
}

function nameOf(caller: string): string {
  return caller === "public" ? "visitors" : caller;
}
