import { BlockList, isIP } from "node:net";
import type { Request } from "express";

/*
 * Trusted proxies between a browser and this server. Only their `X-Forwarded-For` entries are believed.
 * Firebase Hosting sends a request through Google's front end, which appends Hosting's address to `X-Forwarded-For`, after
 * the browser's. The function's own URL is public too: there, the last entry is the caller's address, and anything the
 * caller wrote before it must be ignored.
 *
 * Sources: _netblocks*.google.com (addresses of Google's own services, not of Google Cloud customers),
 * cloud.google.com/load-balancing/docs/https (front ends), api.fastly.com/public-ip-list (Hosting's CDN).
 */
const proxies = [
  // Cloud Run forwards requests to the container from a link-local address.
  "169.254.0.0/16",
  "fe80::/10",
  // Google's front ends.
  "35.191.0.0/16",
  "130.211.0.0/22",
  // Google's services.
  "35.190.247.0/24",
  "64.233.160.0/19",
  "66.102.0.0/20",
  "66.249.64.0/19",
  "72.14.192.0/18",
  "74.125.0.0/16",
  "108.177.0.0/17",
  "142.250.0.0/15",
  "172.217.0.0/16",
  "172.253.0.0/16",
  "173.194.0.0/16",
  "192.178.0.0/15",
  "209.85.128.0/17",
  "216.58.192.0/19",
  "216.239.32.0/19",
  "2001:4860::/32",
  "2404:6800::/32",
  "2607:f8b0::/32",
  "2800:3f0::/32",
  "2a00:1450::/32",
  "2c0f:fb50::/32",
  // Fastly.
  "23.235.32.0/20",
  "43.249.72.0/22",
  "103.244.50.0/24",
  "103.245.222.0/23",
  "103.245.224.0/24",
  "104.156.80.0/20",
  "140.248.64.0/18",
  "140.248.128.0/17",
  "146.75.0.0/17",
  "151.101.0.0/16",
  "157.52.64.0/18",
  "167.82.0.0/17",
  "167.82.128.0/20",
  "167.82.160.0/20",
  "167.82.224.0/20",
  "172.111.64.0/18",
  "185.31.16.0/22",
  "199.27.72.0/21",
  "199.232.0.0/16",
  "2a04:4e40::/32",
  "2a04:4e42::/32",
];

const trusted = new BlockList();
for (const proxy of proxies) {
  const [network, bits] = proxy.split("/") as [string, string];
  trusted.addSubnet(network, Number(bits), familyOf(network));
}

/** The address that a request came from; null when unknown. */
export const callerAddress = (req: Request): string | null =>
  clientAddress(req.socket.remoteAddress, req.get("X-Forwarded-For"));

/**
 * Returns the address that a request came from: the last one before the trusted proxies. Whatever the caller put into
 * `X-Forwarded-For` has no effect.
 * @param peer address of the connection, undefined for a local socket
 * @param forwardedFor the header `X-Forwarded-For`
 * @returns null when unknown
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined): string | null {
  let address = peer === undefined ? null : normalized(peer);
  for (const hop of (forwardedFor ?? "").split(",").reverse()) {
    if (address === null || !trusted.check(address, familyOf(address))) break;
    const before = normalized(hop);
    if (before === null) break;
    address = before;
  }
  return address;
}

/** Trims an IP address and converts an IPv4-mapped IPv6 address to IPv4. Null if it isn't an address. */
function normalized(text: string): string | null {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) === 0 ? null : address;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
