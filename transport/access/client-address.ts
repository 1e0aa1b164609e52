import type { HttpRequest } from "../http/port.ts";

/** Identifies the sender of a request by address; the empty text if there is none, as without a socket. */
export type ClientAddress = (request: HttpRequest) => string;

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

/** IPv4-mapped IPv6 addresses count as IPv4 addresses. */
function plainAddress(text: string): string {
  const address = text.trim().toLowerCase();
  const mapped = /^[0:]*:ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped ?? address;
}

function network(address: string): string {
  return address.includes(":") ? groups(address).slice(0, 4).join(":") : address;
}

/** The groups of an IPv6 address, with those that `::` stands for. */
function groups(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill("0"), ...after].map((group) => group.replace(/^0+(?=.)/, ""));
}
