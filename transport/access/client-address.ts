import { isIPv6 } from "node:net";
import type { HttpRequest } from "../http/port.ts";

/** Identifies the sender of a request by address; the empty text if there is none, as without a socket. */
export type ClientAddress = (request: HttpRequest) => string;

/** How IPv6 begins an address of IPv4. */
const MAPPED = "0:0:0:0:0:ffff";

/**
 * The address of the socket or, behind trusted proxies, the last address in `x-forwarded-for` that is not one of
 * theirs: the client may have written any before it. Of an IPv6 address only the first 64 bits count, since whoever
 * has one address of such a network has them all.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new Set(trustedProxies.map(plainAddress));
  return (request) => {
    const peer = plainAddress(request.remoteAddress);
    if (!trusted.has(peer)) return network(peer);
    const hops = request.header("x-forwarded-for")?.split(",") ?? [];
    return network(hops.map(plainAddress).findLast((hop) => !trusted.has(hop)) ?? peer);
  };
}

/**
 * One text for each address: IPv6 as eight groups without leading zeros, but as IPv4 where it carries that. Proxies may
 * add a port (`198.51.100.1:443`, `[2001:db8::1]:443`), which is left out. Any other text stays as it is.
 */
function plainAddress(text: string): string {
  const address = withoutPort(text.trim().toLowerCase());
  if (!address.includes(":") || !isIPv6(address)) return address;
  const all = groups(address);
  return all.slice(0, 6).join(":") === MAPPED ? all.slice(6).flatMap(bytesOf).join(".") : all.join(":");
}

function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
}

function network(address: string): string {
  return isIPv6(address) ? address.split(":").slice(0, 4).join(":") : address;
}

/** The eight groups of an IPv6 address without its zone; `::` and an IPv4 address at its end are written out. */
function groups(address: string): string[] {
  const [numbers = ""] = address.split("%");
  const [before = [], after = []] = numbers.split("::").map((half) => half.split(":").flatMap(groupsOf));
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
}

function groupsOf(text: string): string[] {
  if (text === "") return [];
  if (!text.includes(".")) return [text.replace(/^0+(?=.)/, "")];
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16));
}

function bytesOf(group: string): number[] {
  const number = Number.parseInt(group, 16);
  return [number >> 8, number & 255];
}
