import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.js";

const cloudRun = "::ffff:169.254.169.126";
const frontEnd = "66.249.84.13";
const browser = "203.0.113.7";

describe("the address that a request came from", () => {
  it("is the browser's, through Hosting", () => {
    expect(clientAddress(cloudRun, `${browser}, ${frontEnd}`)).toBe(browser);
    expect(clientAddress(cloudRun, `${browser}, 151.101.1.6, ${frontEnd}`)).toBe(browser);
    expect(clientAddress("169.254.8.1", `2001:db8::7,2001:4860:4801:2e::1`)).toBe("2001:db8::7");
  });

  it("is the caller's, at the function's own address", () => {
    expect(clientAddress(cloudRun, browser)).toBe(browser);
  });

  it.each([
    ["198.51.100.1"],
    ["198.51.100.1, 198.51.100.2"],
    ["127.0.0.1"],
    ["169.254.169.126"],
    [frontEnd],
    ["not an address"],
    [",,"],
  ])("is not what the caller wrote into the header: %s", (spoofed) => {
    expect(clientAddress(cloudRun, `${spoofed}, ${browser}`)).toBe(browser);
    expect(clientAddress(cloudRun, `${spoofed}, ${browser}, ${frontEnd}`)).toBe(browser);
    // Without a proxy in front, only the caller writes the header.
    expect(clientAddress(browser, spoofed)).toBe(browser);
    expect(clientAddress("127.0.0.1", spoofed)).toBe("127.0.0.1");
    expect(clientAddress(undefined, spoofed)).toBeNull();
  });

  it("is the nearest known one if the header has nothing useful", () => {
    expect(clientAddress(cloudRun, undefined)).toBe("169.254.169.126");
    expect(clientAddress(cloudRun, `x, ${frontEnd}`)).toBe(frontEnd);
    expect(clientAddress("x", browser)).toBeNull();
  });
});
