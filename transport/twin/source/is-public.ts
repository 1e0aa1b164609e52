/** Whether every address of a host is one of the public internet: no file of a network behind this machine is fetched. */
export async function isPublic(host: string): Promise<boolean> {
  const { lookup } = await import("node:dns/promises");
  const { isPrivateAddress } = await import("../../runtime/private-address.ts");
  const found = await lookup(host.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  return found.length > 0 && found.every(({ address }) => !isPrivateAddress(address));
}
