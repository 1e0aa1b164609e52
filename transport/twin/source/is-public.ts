/** Whether every address of a host is one of the public internet: no file of a network behind this machine is fetched. */
export async function isPublic(host: string): Promise<boolean> {
  const { lookup } = await import("node:dns/promises");
  const { BlockList } = await import("node:net");
  const inner = new BlockList();
  for (const [net, bits] of INNER_4) inner.addSubnet(net, bits, "ipv4");
  for (const [net, bits] of INNER_6) inner.addSubnet(net, bits, "ipv6");
  const found = await lookup(host.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  return (
    found.length > 0 && found.every(({ address, family }) => !inner.check(address, family === 6 ? "ipv6" : "ipv4"))
  );
}

const INNER_4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["224.0.0.0", 3],
];
const INNER_6: readonly (readonly [string, number])[] = [
  ["::", 127],
  ["::ffff:0:0", 96],
  ["fc00::", 7],
  ["fe80::", 10],
];
