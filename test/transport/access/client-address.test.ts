import { expect, test } from "vitest";
import { clientAddress } from "../../../transport/access/client-address.ts";
import { requestOf } from "../../support/requests/request-of.ts";

const from = (remoteAddress: string, forwarded?: string) => ({
  ...requestOf(forwarded === undefined ? {} : { headers: { "x-forwarded-for": forwarded } }),
  remoteAddress,
});

test.each([
  ["203.0.113.9", undefined, "203.0.113.9"],
  ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "made up, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
  ["10.0.0.1", "10.0.0.2", "10.0.0.1"],
  ["::ffff:203.0.113.9", undefined, "203.0.113.9"],
  ["0000:0000:0000:0000:0000:ffff:203.0.113.9", undefined, "203.0.113.9"],
  ["0000:0000:0000:0000:0000:ffff:cb00:7109", undefined, "203.0.113.9"],
  ["0000:0000:0000:0000:0000:0000:0000:0001", "::FFFF:c633:6401", "198.51.100.1"],
  ["::ffff:10.0.0.1", "198.51.100.1:51234", "198.51.100.1"],
  ["10.0.0.1", "[2001:db8:1:2::7]:51234, ::ffff:10.0.0.2", "2001:db8:1:2"],
  ["10.0.0.1", "2001:db8:1:2:3:4:5:6%a.b", "2001:db8:1:2"],
  ["10.0.0.1", "2001:db8:1:2:3:4:5:6%a:b", "2001:db8:1:2"],
  ["fe80::1%eth0.100", undefined, "fe80:0:0:0"],
  ["10.0.0.1", "not:an:address", "not:an:address"],
  ["2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2"],
  ["2001:0db8::6", undefined, "2001:db8:0:0"],
  ["::2", undefined, "0:0:0:0"],
  ["", "198.51.100.1", ""],
])("a request from %j, forwarded for %j, is of %j", (remote, forwarded, address) => {
  expect(clientAddress(["10.0.0.1", "10.0.0.2", "::1"])(from(remote, forwarded))).toBe(address);
});
