import type { Galley } from "../galley.ts";
import type { Content } from "./content.ts";
import type { Settings } from "./settings.ts";
import { version } from "./version.ts";

/** What `listen` says of itself. */
interface Listening {
  readonly url: string;
  readonly listener: string;
}

/** At most eight lines that tell a newcomer what runs, where its content is, and how to call it. */
export function banner(galley: Galley, { url, listener }: Listening, settings: Settings, content: Content): string {
  const prefix = content.rest.prefix ?? "/api";
  const rows: readonly (readonly [string, string])[] = [
    ["Content", `${describeContent(galley)}${content.isDemo ? " (demo blog)" : ""}`],
    ["Storage", `${settings.storage}, survives ${galley.store.opened.survives}${settings.watch ? ", watched" : ""}`],
    ["REST", `${url}${prefix}`],
    ...(settings.graphql === false ? [] : [["GraphQL", `${url}${graphqlPath(settings)}`] as const]),
    ...(settings.config.todo === false ? [] : [["Todo", `${url}/todos`] as const]),
    ["Token", describeToken(content)],
    ...(content.isDemo
      ? [["Try", `curl '${url}${prefix}/posts?populate=author&sort=publishedDate:desc'`] as const]
      : []),
  ];
  const title = `Galley ${version()}, ready in ${Math.round(performance.now())} ms, ${settings.profile} profile, ${listener}`;
  return [title, ...rows.map(([name, text]) => `  ${name.padEnd(8)}${text}`), ""].join("\n");
}

function graphqlPath({ graphql }: Settings): string {
  return (typeof graphql === "object" ? graphql.endpoint : undefined) ?? "/graphql";
}

function describeContent({ engine }: Galley): string {
  let documents = 0;
  const types = [...engine.schema.types.values()].filter((type) => type.rest);
  for (const { uid } of types) documents += engine.state.collection(uid).documentCount;
  return `${counted(types.length, "content type")}, ${counted(documents, "document")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function describeToken({ freshToken, tokens }: Content): string {
  if (freshToken !== null) return `${freshToken} (full access, this run only)`;
  if (tokens.length === 0) return "none yet: galley token create";
  return `${tokens.length} configured: ${tokens
    .map(({ name }) => name)
    .slice(0, 5)
    .join(", ")}`;
}
