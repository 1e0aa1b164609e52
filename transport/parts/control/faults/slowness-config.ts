import { type Issue, isRecord } from "../../../../engine/internal.ts";
import { isPathPattern, PATH_MESSAGE } from "../requests/path-pattern.ts";
import { type Delay, isBandwidth, isDelay } from "./fault.ts";

/** A value for all paths, or values by path; a path may follow a method: `POST /api/posts`. `*`: all other paths. */
export type ByPath<V> = V | { readonly [path: string]: V };

/** Milliseconds, a range of them, or a text: `80ms`, `80ms±20`, `1.5s`, `50-120ms`, `80ms,/api/posts=200ms`. */
export type LatencyConfig = ByPath<Delay | string>;

/** A part of all requests from 0 to 1, or a text: `1%`, `1%:503`, `/api/posts=5%`. The status is 500 by default. */
export type ErrorsConfig = ByPath<number | string>;

/** Bits per second of each answer, or a text: `1.6Mbps`, `750kbps`, `200kB/s`, `/uploads/**=750kbps`. */
export type BandwidthConfig = ByPath<number | string>;

/** How many requests fail, and with which status. */
export interface ErrorRate {
  readonly probability: number;
  readonly status: number;
}

/** A value for some paths. */
export interface Rule<T> {
  readonly method: string | null;
  /** Null: all paths but Galley's own, which begin with `/_`. */
  readonly path: string | null;
  readonly value: T;
}

interface Kind<T> {
  /** Forms of a value, for messages. */
  readonly forms: string;
  /** Null for a value of another form. */
  readonly read: (given: unknown) => T | null;
  /** The near form of a text that is none; null without a number in it. */
  readonly near: (text: string) => string | null;
}

const LATENCY: Kind<Delay> = {
  forms: "80ms, 80ms±20, 1.5s, 50-120ms or /api/posts=200ms",
  read: (given) => (typeof given === "string" ? delayOf(given) : isDelay(given) ? given : null),
  near: (text) => withNumber(text, (number, rest) => `${number}${/^\s*s/i.test(rest) ? "s" : "ms"}`),
};

const ERRORS: Kind<ErrorRate> = {
  forms: "1%, 1%:503 or /api/posts=5%",
  read: (given) =>
    typeof given === "string" ? rateOf(given) : isPart(given) ? { probability: given, status: 500 } : null,
  near: (text) =>
    withNumber(text, (number, rest) => {
      if (Number(number) <= 100) return `${number}%`;
      return rest.startsWith("%") ? "100%" : `1%:${number}`;
    }),
};

const BANDWIDTH: Kind<number> = {
  forms: "1.6Mbps, 750kbps, 200kB/s or /uploads/**=750kbps",
  read: (given) => (typeof given === "string" ? bitsOf(given) : isBandwidth(given) ? given : null),
  near: (text) =>
    withNumber(text, (number, rest) => {
      const [, letter = "", bytes] = /^\s*([kmg]?)(B(?![a-z]))?/i.exec(rest) ?? [];
      return `${number}${prefixOf(letter || "M")}${bytes === "B" ? "B/s" : "bps"}`;
    }),
};

/** The rules of a setting, in their order; without rules that `SLOWNESS_FAULTS` refuses. */
export function latencyRules(given: LatencyConfig | undefined): readonly Rule<Delay>[] {
  return read(LATENCY, given).rules;
}

export function errorRules(given: ErrorsConfig | undefined): readonly Rule<ErrorRate>[] {
  return read(ERRORS, given).rules;
}

export function bandwidthRules(given: BandwidthConfig | undefined): readonly Rule<number>[] {
  return read(BANDWIDTH, given).rules;
}

/** The settings that slow answers on purpose. */
export const SLOWNESS = ["latency", "errors", "bandwidth"] as const;

/** These settings in words, as given. */
export function slownessInWords(config: { readonly [name in (typeof SLOWNESS)[number]]?: unknown }): string {
  const given = SLOWNESS.filter((name) => config[name] !== undefined);
  return given.map((name) => `${name} ${inWords(config[name])}`).join("; ");
}

function inWords(value: unknown): string {
  if (!isRecord(value)) return Array.isArray(value) ? value.join("-") : String(value);
  const each = Object.entries(value).map(([path, one]) => `${path}=${inWords(one)}`);
  return each.join(", ");
}

/** The faults of each setting, with the near form of a text. */
export const SLOWNESS_FAULTS = {
  latency: (given: unknown) => read(LATENCY, given).faults,
  errors: (given: unknown) => read(ERRORS, given).faults,
  bandwidth: (given: unknown) => read(BANDWIDTH, given).faults,
} as const;

interface Read<T> {
  readonly rules: readonly Rule<T>[];
  readonly faults: readonly Issue[];
}

function read<T>(kind: Kind<T>, given: unknown): Read<T> {
  if (given === undefined) return { rules: [], faults: [] };
  const rules: Rule<T>[] = [];
  const faults: Issue[] = [];
  const seen = new Set<string>();
  for (const { path, at, value } of piecesOf(given)) {
    const place = placeOf(at);
    const found = kind.read(value);
    const name = place === null ? "" : `${place.method} ${place.path}`;
    if (place?.path != null && isWord(place.path)) faults.push({ path, message: noPath(place.path) });
    else if (place === null) faults.push({ path, message: `${PATH_MESSAGE}, not ${at}` });
    else if (found === null) faults.push({ path, message: faultOf(kind, value) });
    else if (seen.has(name)) faults.push({ path, message: twice(kind, given, at) });
    else rules.push({ ...place, value: found });
    seen.add(name);
  }
  return { rules, faults };
}

interface Piece {
  /** Where it stands in the setting. */
  readonly path: readonly string[];
  /** The path that it is for; null: all. */
  readonly at: string | null;
  readonly value: unknown;
}

function piecesOf(given: unknown): readonly Piece[] {
  if (isRecord(given)) return Object.entries(given).map(([at, value]) => ({ path: [at], at, value }));
  if (typeof given !== "string") return [{ path: [], at: null, value: given }];
  return given.split(",").map((piece) => {
    const sign = piece.lastIndexOf("=");
    return { path: [], at: sign === -1 ? null : piece.slice(0, sign).trim(), value: piece.slice(sign + 1).trim() };
  });
}

const METHOD = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+/i;

/** Null for a text that is no path. */
function placeOf(at: string | null): Pick<Rule<never>, "method" | "path"> | null {
  const method = METHOD.exec(at ?? "")?.[1] ?? null;
  const path = at?.replace(METHOD, "") ?? "*";
  if (path === "" || !isPathPattern(path)) return null;
  return { method: method?.toUpperCase() ?? null, path: /^\*{1,2}$/.test(path) ? null : path };
}

/** A name alone looks like a content type, whose path begins with the prefix of the API. */
function isWord(path: string): boolean {
  return /^[\w-]+$/.test(path);
}

function noPath(word: string): string {
  return `must name paths from the root, not ${word}: did you mean /api/${word}, or /${word}?`;
}

function faultOf(kind: Kind<unknown>, value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const near = typeof value === "boolean" ? null : (placed(kind, text) ?? kind.near(text));
  const isNear = near !== null && near !== text && kind.read(near.replace(/^\/.*=/, "")) !== null;
  return `must be like ${kind.forms}, not ${text || "nothing"}${isNear ? `: did you mean ${near}?` : ""}`;
}

/** A value before its path, as in `1%:/api`, in the form that is read; null for other texts. */
function placed(kind: Kind<unknown>, text: string): string | null {
  const slash = text.indexOf("/");
  const before = text.slice(0, Math.max(0, slash)).trim();
  const value = before.slice(0, -1).trim();
  return /[:@]$/.test(before) && kind.read(value) !== null ? `${text.slice(slash)}=${value}` : null;
}

/** A decimal comma looks like two values. */
function twice(kind: Kind<unknown>, given: unknown, at: string | null): string {
  const point = typeof given === "string" ? given.replace(",", ".") : "";
  const near = at === null && kind.read(point) !== null ? `: did you mean ${point}?` : "";
  return `has two values for ${at ?? "all paths"}${near}`;
}

const NUMBER = /\d+(?:\.\d+)?|\.\d+/;

function withNumber(text: string, formOf: (number: string, rest: string) => string): string | null {
  const found = NUMBER.exec(text);
  return found === null ? null : formOf(found[0], text.slice(found.index + found[0].length));
}

const TIME = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s)?$/i;

/** Milliseconds. A number without a unit is in `unit`. */
function timeOf(text: string, unit = "ms"): number | null {
  const found = TIME.exec(text.trim());
  if (found === null) return null;
  return Number(found[1]) * ((found[2] ?? unit).toLowerCase() === "s" ? 1000 : 1);
}

function unitIn(text: string): string | undefined {
  return TIME.exec(text.trim())?.[2];
}

function delayOf(text: string): Delay | null {
  const [middle = "", spread, ...more] = text.split(/±|\+\/?-/);
  if (spread !== undefined) return more.length === 0 ? spreadOf(middle, spread) : null;
  const [least = "", most, ...others] = text.split(/\.\.|[-–]/);
  if (others.length > 0) return null;
  const delay = most === undefined ? timeOf(text) : [timeOf(least, unitIn(most)), timeOf(most)];
  return isDelay(delay) ? delay : null;
}

/** `80ms±20`, `80±20ms`, `1s±0.2`, `80ms±25%` */
function spreadOf(middle: string, spread: string): Delay | null {
  const around = timeOf(middle, unitIn(spread));
  if (around === null) return null;
  const share = /^\s*(\d{1,3})\s*%\s*$/.exec(spread)?.[1];
  const width = share === undefined ? timeOf(spread, unitIn(middle)) : (around * Number(share)) / 100;
  const delay = width === null ? null : [Math.max(0, around - width), around + width];
  return isDelay(delay) ? delay : null;
}

function rateOf(text: string): ErrorRate | null {
  const found = /^(?:(\d{1,3}(?:\.\d+)?|\.\d+)\s*%|(0?\.\d+|0))\s*(?::\s*([45]\d\d))?$/.exec(text);
  if (found === null) return null;
  const probability = found[1] === undefined ? Number(found[2]) : Number(found[1]) / 100;
  return isPart(probability) ? { probability, status: Number(found[3] ?? 500) } : null;
}

function isPart(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

/** Bytes by `B/s` and `Bps`, bits by all else. */
function bitsOf(text: string): number | null {
  const found = /^(\d+(?:\.\d+)?|\.\d+)\s*([kmg]?)(bps|bits?\/s|b\/s)$/i.exec(text);
  if (found === null) return null;
  const [, number, prefix = "", unit = ""] = found;
  const factor = { k: 1e3, m: 1e6, g: 1e9 }[prefix.toLowerCase()] ?? 1;
  const bits = Number(number) * factor * (/^B(?:\/s|ps)$/.test(unit) ? 8 : 1);
  return isBandwidth(bits) ? bits : null;
}

function prefixOf(letter: string): string {
  return letter.toLowerCase() === "k" ? "k" : letter.toUpperCase();
}
