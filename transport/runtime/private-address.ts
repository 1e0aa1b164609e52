import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is not one of the public internet: private, loopback, link-local (with the metadata services of
 * clouds), unique local, carrier-grade NAT, reserved, or an IPv4 address of that kind in IPv6.
 */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  const isUnicast = parsed.range() === "unicast";
  if (parsed.kind() === "ipv4") return !isUnicast;
  // The deprecated `::10.0.0.1`, and what is reserved, count as unicast otherwise.
  if (isUnicast) return !(parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
  const within = embeddedIpv4(parsed as ipaddr.IPv6);
  return within === null || isPrivateAddress(within);
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** The IPv4 address within an IPv4-mapped, 6to4 or NAT64 address. */
function embeddedIpv4(address: ipaddr.IPv6): string | null {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const bytes = address.toByteArray();
  const at = address.range() === "6to4" ? 2 : address.range() === "rfc6052" ? 12 : null;
  return at === null ? null : bytes.slice(at, at + 4).join(".");
}
