import { basename, relative } from "node:path";
import { isLoopback } from "../../adapters/is-loopback.ts";
import type { GalleyConfig } from "../../config/config.ts";
import type { Galley } from "../../library/galley.ts";
import { slownessInWords } from "../../parts/control/faults/slowness-config.ts";
import { EVERYONE, isRoutesName } from "../../parts/json-routes/routes-name.ts";
import { STUDIO_PATH, servesStudio } from "../../parts/studio/studio-option.ts";
import { version } from "../../runtime/version.ts";
import type { Content } from "../content/content.ts";
import { isJsonFile } from "../content/open-storage.ts";
import { isSharedPlace, shownPlace } from "../content/shared-place.ts";
import { curlCommand, shellWord } from "../output/shell-words.ts";
import type { Settings } from "../settings.ts";
import { listTypes, type ServedType } from "./served-types.ts";

/** The address that `listen` returns. */
interface Listening {
  readonly url: string;
  readonly listener: string;
  readonly listenerNote: string | null;
}

/** Facts of the start that precede the first request. */
export interface Start extends Listening {
  /** The store had content already, so it was not seeded. */
  readonly hadContent: boolean;
}

/** Maximum number of types whose routes are shown. */
const SHOWN = 10;

/** Tells a newcomer what runs, where its content is, how to call it, and what the next step is. */
export function banner(galley: Galley, start: Start, settings: Settings, content: Content): string {
  const { url } = start;
  const types = listTypes(galley);
  const prefix = content.config.rest?.prefix ?? "/api";
  const rows: readonly Row[] = [
    ["Content", describeContent(types, content) + (settings.watch && content.path !== null ? ", watched" : "")],
    [
      "Storage",
      `${shownPlace(content.place)}, survives ${galley.store.opened.survives}${settings.watch && isJsonFile(content.place) ? ", watched" : ""}`,
    ],
    ...skippedSeed(start, settings, content),
    ["REST", `${url}${prefix}`],
    ...(content.config.rest?.format === "v4"
      ? [["", 'as of Strapi 4: data.attributes, numeric ids (rest.format: "v5": as of Strapi 5)'] as const]
      : []),
    ...typeRows(types, content.path),
    ...jsonRoutes(url, content, types),
    ...(content.config.graphql ? [["GraphQL", `${url}${graphqlPath(content.config)}`] as const] : []),
    ...(servesStudio(settings.config) ? [["Studio", studioLink(url, content)] as const] : []),
    ...(servesTodos(settings, content) ? [["Todo", `${url}/todos`] as const] : []),
    ["Token", describeToken(content)],
    ["Visitors", describeVisitors(types)],
    ...listenerRow(start, settings),
    ...publishing(settings, types),
    ...slowness(content),
    ["Try", example(url + prefix, types, content)],
  ];
  const title = `Galley ${version()}, ready in ${Math.round(performance.now())} ms, ${describeProfile(settings, content)}, ${start.listener}${settings.workers > 1 ? `, ${settings.workers} workers` : ""}`;
  return [title, ...rows.map(([name, text]) => `  ${name.padEnd(9)}${text}`), ""].join("\n");
}

/** The log has the line where it has any. */
function listenerRow({ listenerNote }: Start, { logLevel }: Settings): readonly Row[] {
  return listenerNote === null || logLevel === "info" ? [] : [["Listener", listenerNote]];
}

function servesTodos({ config }: Settings, { path }: Content): boolean {
  return (config.todo ?? path === null) !== false;
}

type Row = readonly [name: string, text: string];

function describeProfile({ profile, isDefaultProfile }: Settings, { path }: Content): string {
  const other = profile === "strapi" ? "contract" : "strapi";
  const facts = `${profile} profile`;
  return isDefaultProfile && path !== null && profile === "strapi"
    ? `${facts} (--profile ${other} for the other)`
    : facts;
}

function graphqlPath({ graphql }: GalleyConfig): string {
  return (typeof graphql === "object" ? graphql.endpoint : undefined) ?? "/graphql";
}

function describeContent(types: readonly ServedType[], { path }: Content): string {
  const documents = types.reduce((sum, { count }) => sum + count, 0);
  const hint = path === null ? " (demo blog)" : documents === 0 ? " yet (--fake 10 makes some)" : "";
  return `${counted(types.length, "content type")}, ${counted(documents, "document")}${hint}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Reports a seed that is ignored because there is content already. */
function skippedSeed({ hadContent }: Start, settings: Settings, content: Content): readonly Row[] {
  const { seed, fake, watch, workers } = settings;
  const { path, seed: own, isDatabase } = content;
  if (path !== null && isDatabase && workers === 1 && !isSharedPlace(content.place)) {
    const when = watch ? "at each start and edit" : "at each start (--watch: at each edit)";
    return [["Edits", `${basename(path)} is read ${when}; entries written over HTTP since stay as written`]];
  }
  const isAsked = seed !== undefined || (path !== null && own !== undefined);
  if (!hadContent || !(isAsked || fake !== undefined)) return [];
  const what = [...(isAsked ? ["the seed"] : []), ...(fake === undefined ? [] : ["--fake"])].join(" and ");
  return [["Seed", `skips ${what}: there is content already (--data PLACE starts empty)`]];
}

function typeRows(types: readonly ServedType[], path: string | null): readonly Row[] {
  const shown = types.slice(0, SHOWN);
  const width = Math.max(...shown.map(({ route }) => route.length));
  const rows = shown.map(({ route, count }): Row => ["", `${route.padEnd(width)}  ${count}`]);
  const more = types.length - shown.length;
  const command = path === null ? "galley routes" : `galley routes ${shellWord(relative(".", path) || ".")}`;
  return [...rows, ["", more > 0 ? `and ${more} more; all routes: ${command}` : `all routes: ${command}`]];
}

/** A token stays in a fragment, which no browser sends. Other machines must not be given one by a terminal's history. */
function studioLink(url: string, { freshToken }: Content): string {
  const signsIn = freshToken !== null && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ""));
  return `${url}${STUDIO_PATH}${signsIn ? `#token=${freshToken}` : ""}`;
}

function describeToken({ freshToken, tokens }: Content): string {
  if (freshToken !== null) return `${freshToken} (full access, this run only)`;
  return `${tokens.length} configured: ${tokens
    .map(({ name }) => name)
    .slice(0, 5)
    .join(", ")}`;
}

function describeVisitors(types: readonly ServedType[]): string {
  const readable = types.filter(({ isPublic }) => isPublic);
  if (types.every(({ isForEveryone }) => isForEveryone)) return "may read everything, and so may all who sign in";
  if (readable.length === types.length)
    return "may read everything; who signs in, what the own role grants (--open: all)";
  const how = "--open lets everyone read everything, roles.public in galley.config.json visitors what you name";
  if (readable.length === 0) return `may read nothing: ${how}`;
  const names = readable.slice(0, 5).map(({ name }) => name);
  return `may read ${names.join(", ")}${readable.length > 5 ? ", …" : ""} (${readable.length} of ${types.length}): ${how}`;
}

/** If a write makes a draft, visitors' lists do not show it, as if it had been lost. */
function publishing({ profile }: Settings, types: readonly ServedType[]): readonly Row[] {
  if (profile !== "contract" || !types.some(({ hasDrafts }) => hasDrafts)) return [];
  return [["Publish", 'POST makes a draft, which visitors do not see: "status": "published" in its data publishes it']];
}

function jsonRoutes(url: string, { config, roles }: Content, types: readonly ServedType[]): readonly Row[] {
  if (!isRoutesName(config.routes)) return [];
  const who = roles === EVERYONE ? "everyone on this machine may write" : "who may write, roles and tokens say";
  return [["Routes", `${config.routes}: ${url}/${types[0]?.name ?? "db"}, and ${who}`]];
}

function slowness({ config }: Content): readonly Row[] {
  const words = slownessInWords(config);
  return words === "" ? [] : [["Slow", `on purpose: ${words}`]];
}

function example(root: string, types: readonly ServedType[], { path, freshToken }: Content): string {
  if (path === null) return curlCommand([`${root}/posts?populate=author&sort=publishedDate:desc`]);
  const readable = types.filter(({ isPublic }) => isPublic);
  const candidates = readable.length > 0 ? readable : types;
  // A single type without its document is not found.
  const type = candidates.find(({ count, isSingle }) => count > 0 || !isSingle) ?? candidates[0];
  const token = type?.isPublic ? [] : ["-H", `Authorization: Bearer ${freshToken ?? "TOKEN"}`];
  return curlCommand([...token, `${root}/${type?.name ?? ""}`]);
}
