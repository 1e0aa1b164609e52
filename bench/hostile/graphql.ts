import { requestOf } from "../../test/support/requests/request-of.ts";
import { figure } from "../../transport/cli/bench/table.ts";
import { openBlog } from "../content/open-blog.ts";
import { buildWorkingTree } from "../run/build.ts";
import { importBuild } from "../run/import-build.ts";
import { millisecondsOf } from "../run/processor-time.ts";
import { tableOf } from "../run/report.ts";
import { quantile } from "../run/statistics.ts";
import { HOSTILE_KINDS, type HostileKind } from "./graphql-kinds.ts";

/** The CPU time that a refusal may take, in milliseconds. */
const BAR = 5;

interface Measured {
  readonly kind: HostileKind;
  readonly least: number;
  readonly median: number;
  readonly told: string;
}

/** Sends deliberately expensive GraphQL requests, each so many times, and prints the CPU time of one. */
export async function measureHostile(times: number): Promise<void> {
  const { createGalley } = await importBuild(buildWorkingTree().folder);
  const roles = { public: { "*": ["find", "findOne"] } };
  await using galley = await openBlog(createGalley, 10_000, { graphql: true, roles, keepRequests: 0 });

  /** Sends the same kind repeatedly, with a different text each time. */
  const measure = async (kind: HostileKind): Promise<Measured> => {
    const spent: number[] = [];
    let told = "";
    for (let time = 0; time < times; time++) {
      const request = graphqlRequest({ ...kind, query: `${kind.query}\n#${time}` });
      const { value: answer, cpu } = await millisecondsOf(() => galley.handler(request));
      spent.push(cpu);
      told = reason(answer.status, String(answer.body));
    }
    return { kind, least: quantile(spent, 0), median: quantile(spent, 0.5), told };
  };
  const rows: Measured[] = [];
  for (const kind of HOSTILE_KINDS) rows.push(await measure(kind));
  const shown = tableOf(rows, {
    "CPU of one request, ms": ({ kind }) => kind.name,
    least: ({ least }) => figure(least),
    median: ({ median }) => figure(median),
    "refused by": ({ told }) => told,
    "": ({ kind, median }) => (kind.refusedBy !== null && median > BAR ? "beyond the bar" : ""),
  });
  console.log(`\n${shown}`);
}

function graphqlRequest({ query, variables }: HostileKind) {
  const body = JSON.stringify({ query, ...(variables !== undefined && { variables }) });
  return requestOf({ method: "POST", target: "/graphql", headers: { "content-type": "application/json" }, body });
}

/** A summary of the answer: the limit, or the first words of the error. */
function reason(status: number, body: string): string {
  if (status === 200 && !body.startsWith('{"errors"')) return "answered";
  const [, message = ""] = /"message":"((?:[^"\\]|\\.)*)"/.exec(body) ?? [];
  return `${status} ${/limit \\"(\w+)\\"/.exec(message)?.[1] ?? message.slice(0, 40)}`;
}
