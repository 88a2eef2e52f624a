import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { outboundHttp, isPublicAddress } from "./outbound-http.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const http = (addresses: string[] = []) =>
  outboundHttp({
    localOrigin: null,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  });
const post = (url: string) => ({ method: "POST", url, headers: {}, body: "{}" }) as const;

describe("addresses that people enter", () => {
  it.each([
    ["another scheme", "http://example.com/"],
    ["a file", "file:///etc/passwd"],
    ["a scheme other than HTTP", "gopher://example.com/"],
    ["not a URL", "example.com"],
    ["a user name", "https://user@example.com/"],
    ["a password", "https://user:secret@example.com/"],
    ["another port", "https://example.com:8443/"],
    ["the port of a database", "https://example.com:5432/"],
    ["loopback", "https://127.0.0.1/"],
    ["loopback, another one", "https://127.9.9.9/"],
    ["loopback as one number", "https://2130706433/"],
    ["loopback in hexadecimal", "https://0x7f000001/"],
    ["loopback in octal", "https://0177.0.0.1/"],
    ["loopback, shortened", "https://127.1/"],
    ["loopback in full-width digits", "https://１２７.0.0.1/"],
    ["no address", "https://0.0.0.0/"],
    ["a private network", "https://10.0.0.1/"],
    ["another private network", "https://172.16.0.1/"],
    ["a home network", "https://192.168.1.1/"],
    ["shared addresses", "https://100.64.0.1/"],
    ["link-local", "https://169.254.1.1/"],
    ["the cloud's metadata", "https://169.254.169.254/computeMetadata/v1/"],
    ["multicast", "https://224.0.0.1/"],
    ["broadcast", "https://255.255.255.255/"],
    ["reserved", "https://240.0.0.1/"],
    ["documentation", "https://192.0.2.1/"],
    ["benchmarks", "https://198.18.0.1/"],
    ["IPv6 loopback", "https://[::1]/"],
    ["IPv6 no address", "https://[::]/"],
    ["IPv6 link-local", "https://[fe80::1]/"],
    ["IPv6 private", "https://[fd00::1]/"],
    ["the cloud's metadata by IPv6", "https://[fd20:ce::254]/"],
    ["IPv6 site-local", "https://[fec0::1]/"],
    ["IPv6 multicast", "https://[ff02::1]/"],
    ["IPv4-mapped", "https://[::ffff:10.0.0.1]/"],
    ["IPv4-mapped in hexadecimal", "https://[::ffff:7f00:1]/"],
    ["IPv4-mapped, a public one", "https://[::ffff:8.8.8.8]/"],
    ["IPv4-compatible", "https://[::127.0.0.1]/"],
    ["IPv4-translated", "https://[::ffff:0:127.0.0.1]/"],
    ["NAT64", "https://[64:ff9b::7f00:1]/"],
    ["NAT64 of a local network", "https://[64:ff9b:1::7f00:1]/"],
    ["6to4", "https://[2002:7f00:1::]/"],
    ["Teredo", "https://[2001:0:7f00:1::]/"],
    ["IPv6 documentation", "https://[2001:db8::1]/"],
    ["IPv6 documentation, the newer range", "https://[3fff::1]/"],
    ["IPv6 benchmarks", "https://[2001:2::1]/"],
    ["IPv6 discard", "https://[100::1]/"],
  ])("are refused: %s", async (_, url) => {
    expect(() => http(["93.184.215.14"]).assertAllowed(url)).toThrow(
      expect.objectContaining({ code: "invalid-request" }),
    );
    await expect(http(["93.184.215.14"]).send(post(url))).rejects.toMatchObject({ name: "OutboundError" });
  });

  it.each([
    "https://example.com/hook?x=1",
    "https://example.com:443/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
  ])("are accepted: %s", (url) => expect(() => http().assertAllowed(url)).not.toThrow());
});

describe("names", () => {
  it.each([
    ["a private address", ["10.0.0.1"]],
    ["loopback", ["127.0.0.1"]],
    ["a public and a private address", ["93.184.215.14", "10.0.0.1"]],
    ["a private and a public address", ["169.254.169.254", "93.184.215.14"]],
    ["IPv6 loopback", ["::1"]],
    ["an address with a zone", ["fe80::1%eth0"]],
    ["an IPv4-mapped address", ["::ffff:127.0.0.1"]],
    ["no address", []],
  ])("that resolve to %s are refused", async (_, addresses) => {
    await expect(http(addresses).send(post("https://hooks.example.com/"))).rejects.toThrow(
      "The address is not on the public internet.",
    );
  });

  it("are resolved once per call, so that a changed answer isn't used", async () => {
    const answers = [["10.0.0.1"], ["127.0.0.1"]];
    let asked = 0;
    const changing = outboundHttp({
      localOrigin: null,
      resolve: async () => answers[Math.min(asked++, 1)]!.map((address) => ({ address, family: 4 })),
    });
    await expect(changing.send(post("https://hooks.example.com/"))).rejects.toThrow("public internet");
    expect(asked).toBe(1);
  });

  it("that can't be resolved are reported as unknown", async () => {
    const unknown = outboundHttp({
      localOrigin: null,
      resolve: () => Promise.reject(new Error("ENOTFOUND")),
    });
    await expect(unknown.send(post("https://nowhere.example/"))).rejects.toThrow("host name can't be found");
  });
});

it("recognizes public addresses", () => {
  for (const address of ["8.8.8.8", "93.184.215.14", "2606:4700::1111", "2a00:1450:4001::1"])
    expect(isPublicAddress(address)).toBe(true);
  for (const address of ["", "x", "300.1.1.1", "fe80::1%1", "4000::1"])
    expect(isPublicAddress(address)).toBe(false);
});

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

describe("an exchange", () => {
  const local = (localOrigin: string, timeoutMs?: number) =>
    outboundHttp({ localOrigin, ...(timeoutMs === undefined ? {} : { timeoutMs }) });

  it("returns status, body and when to retry", async () => {
    const origin = await listen((request, response) => {
      response.writeHead(429, { "retry-after": "7" });
      request.pipe(response);
    });
    const answer = await local(origin).send({ ...post(`${origin}/hook`), body: "ping" });
    expect(answer).toEqual({ status: 429, body: "ping", retryAfterSeconds: 7 });
  });

  it.each([
    ["GitHub", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(inSeconds(90)) }, 90],
    [
      "Linear",
      { "x-ratelimit-requests-remaining": "0", "x-ratelimit-requests-reset": `${inSeconds(90)}000` },
      90,
    ],
    ["a limit without a reset", { "x-ratelimit-remaining": "0" }, null],
    [
      "a limit that isn't used up",
      { "x-ratelimit-remaining": "1", "x-ratelimit-reset": `${inSeconds(90)}` },
      null,
    ],
    ["a reset beyond a week", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9".repeat(12) }, 604_800],
    [
      "both",
      { "retry-after": "7", "x-ratelimit-remaining": "0", "x-ratelimit-reset": `${inSeconds(90)}` },
      7,
    ],
  ])("says when the limit ends: %s", async (_name, headers, seconds) => {
    const origin = await listen((_request, response) => response.writeHead(403, headers).end());
    const { retryAfterSeconds } = await local(origin).send(post(`${origin}/hook`));
    if (seconds === 90) expect(Math.abs(retryAfterSeconds! - seconds)).toBeLessThan(30);
    else expect(retryAfterSeconds).toBe(seconds);
  });

  it("doesn't follow redirects", async () => {
    const asked: (string | undefined)[] = [];
    const origin = await listen((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await local(origin).send(post(`${origin}/hook`))).toMatchObject({ status: 302 });
    expect(asked).toEqual(["/hook"]);
  });

  it("fails if the response is too large or never arrives, or if nothing is listening", async () => {
    const large = await listen((_request, response) => response.end("x".repeat(70_000)));
    await expect(local(large).send(post(large))).rejects.toThrow("larger than 64 KB");
    const silent = await listen(() => undefined);
    await expect(local(silent, 20).send(post(silent))).rejects.toThrow("No answer");
    servers.at(-1)!.closeAllConnections();
    const gone = "http://127.0.0.1:9";
    await expect(local(gone).send(post(gone))).rejects.toThrow("can't be reached");
  });

  it("with a local stand-in is allowed only to that origin", async () => {
    const origin = await listen((_request, response) => response.end());
    const other = await listen((_request, response) => response.end());
    expect(await local(origin).send(post(origin))).toMatchObject({ status: 200 });
    await expect(local(origin).send(post(other))).rejects.toThrow("https://");
  });
});
