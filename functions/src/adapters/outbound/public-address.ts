import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 ranges outside the public internet (IANA's registry of special-purpose addresses, multicast, class E). */
const specialIpv4 = blockList("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
]);

/** All IPv6 addresses routed on the internet. Mapped, translated (NAT64) and local addresses are outside this range. */
const routedIpv6 = blockList("ipv6", ["2000::/3"]);

/** Ranges within it that are reserved: protocol assignments including Teredo, documentation, 6to4. */
const specialIpv6 = blockList("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether an IP address is on the public internet. Anything not known to be public is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, "ipv4");
  // A zone (`fe80::1%eth0`) refers to a network interface of this machine.
  if (!isIPv6(address) || address.includes("%")) return false;
  return routedIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}

function blockList(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, prefix] = range.split("/");
    list.addSubnet(network!, Number(prefix), family);
  }
  return list;
}
