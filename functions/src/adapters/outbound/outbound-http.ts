import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction, BlockList, isIPv4, isIPv6 } from "node:net";
import { AppError } from "../../common/errors.js";
import { secondMs } from "../../common/time.js";
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundHttp,
  type OutboundRequest,
} from "../../ports/outbound-http.js";
import { secondsToWait } from "../retry-after.js";

export type OutboundSettings = {
  /** Origin of a local stand-in that may be called despite its address and scheme; null in production. */
  localOrigin: string | null;
  resolve?: Resolve;
  timeoutMs?: number;
};

/** Resolves a host name to all its addresses. */
type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const timeoutMs = 10 * secondMs;
const maxAnswerBytes = 64 * 1_024;

/**
 * Calls URLs that customers entered. A host name is resolved once per call, and all its addresses must be public. The
 * connection goes to one of these addresses, even if the name resolves differently a moment later.
 */
export function outboundHttp(settings: OutboundSettings): OutboundHttp {
  const isLocal = (url: URL): boolean => settings.localOrigin !== null && url.origin === settings.localOrigin;
  return {
    assertAllowed(text) {
      const url = parse(text);
      const problem = url === null ? notHttps : isLocal(url) ? null : problemOf(url);
      if (problem !== null)
        throw new AppError("invalid-request", "An address that messages can't be sent to.", {
          userMessage: problem,
        });
    },
    async send(request) {
      const url = parse(request.url);
      if (url === null) throw new OutboundError(notHttps);
      const signal = AbortSignal.timeout(settings.timeoutMs ?? timeoutMs);
      if (isLocal(url)) return exchange(httpRequest, url, request, { signal });
      const problem = problemOf(url);
      if (problem !== null) throw new OutboundError(problem);
      const lookup = pinned(settings.resolve ?? resolve);
      return exchange(httpsRequest, url, request, { signal, lookup, agent: false });
    },
  };
}

const notHttps = "The address must begin with https://.";
const notPublic = "The address is not on the public internet.";

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Why nothing is sent to this URL, no matter what its name resolves to; null if that depends on the name. */
function problemOf(url: URL): string | null {
  if (url.protocol !== "https:") return notHttps;
  if (url.username !== "" || url.password !== "")
    return "The address must not contain a user name or password.";
  // WHATWG URLs drop the scheme's default port.
  if (url.port !== "") return "The address must use the standard port 443.";
  // They also normalize every form of an IPv4 address (octal, hexadecimal, one number) to four decimal parts.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) return notPublic;
  return null;
}

const resolve: Resolve = (hostname) =>
  new Promise((done, fail) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });

/** A lookup that returns only checked addresses. If any address isn't public, the name is refused. */
const pinned =
  (resolveName: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolveName(hostname).then(
      (addresses) => {
        const isAllowed = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
        if (!isAllowed) done(new OutboundError(notPublic), "", 0);
        else if (options.all) done(null, addresses);
        else done(null, addresses[0]!.address, addresses[0]!.family);
      },
      () => done(new OutboundError("The address's host name can't be found."), "", 0),
    );
  };

function exchange(
  start: typeof httpRequest,
  url: URL,
  { method, headers, body }: OutboundRequest,
  options: RequestOptions,
): Promise<OutboundAnswer> {
  return new Promise((done, fail) => {
    const failed = (error: Error) => fail(asOutboundError(error, options.signal?.aborted === true));
    const outgoing = start(url, { ...options, method, headers }, (answer) => {
      readAnswer(answer).then((text) => {
        done({
          status: answer.statusCode ?? 0,
          body: text,
          retryAfterSeconds: secondsToWait(answer.headers),
        });
      }, failed);
    });
    outgoing.on("error", failed);
    outgoing.end(body);
  });
}

async function readAnswer(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    // Leaving the loop closes the connection.
    if (bytes > maxAnswerBytes) throw new OutboundError("The answer was larger than 64 KB.");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function asOutboundError(error: Error, isTimeout: boolean): OutboundError {
  if (error instanceof OutboundError) return error;
  if (isTimeout) return new OutboundError("No answer in 10 seconds.", { cause: error });
  const code = (error as { code?: string }).code ?? "";
  if (/CERT|TLS|SSL|SIGNATURE/.test(code))
    return new OutboundError("The address doesn't have a valid certificate.", { cause: error });
  return new OutboundError("The address can't be reached.", { cause: error });
}

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
