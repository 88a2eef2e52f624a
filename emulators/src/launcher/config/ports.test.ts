import { expect, it } from "vitest";
import { serve } from "../../http/serve.js";
import { blockedPorts, freePorts, occupiedPorts, portsFromEnvironment, portTable } from "./ports.js";

it("has a variable for every port", () => {
  for (const { port, variable } of Object.values(portTable)) {
    const moved = Object.values(portsFromEnvironment({ [variable]: "12345" }));
    expect([moved.includes(12345), moved.includes(port)]).toEqual([true, false]);
  }
});

it.each(["0", "65536", "web", "80.5"])("refuses %s as a port and names the variable", (value) => {
  expect(() => portsFromEnvironment({ PLUMBLINE_MAIL_PORT: value })).toThrow(/PLUMBLINE_MAIL_PORT/);
});

it.each(["6000", "5060", "10080"])(
  "refuses %s, which neither browsers nor fetch connect to",
  async (value) => {
    expect(() => portsFromEnvironment({ PLUMBLINE_MIXPANEL_PORT: value })).toThrow(
      `PLUMBLINE_MIXPANEL_PORT is ${value}, which browsers and fetch refuse. Choose another port.`,
    );
  },
);

it("knows every port that fetch refuses", async () => {
  const refused = async (port: number) => {
    // The request is never sent: an aborted one to an allowed port fails for that reason instead.
    const error = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(5) }).catch((e) => e);
    return error?.cause?.message === "bad port";
  };
  for (const port of [...blockedPorts, 5000, 6001, 8080]) {
    expect([port, await refused(port)]).toEqual([port, blockedPorts.has(port)]);
  }
});

it("accepts such a port for incoming mail, which no browser opens", () => {
  expect(portsFromEnvironment({ PLUMBLINE_SMTP_PORT: "587" }).smtp).toBe(587);
});

it("names the port, the part and the variable when a port is taken", async () => {
  const ports = await freePorts();
  const other = await serve((_request, response) => response.end(), ports.hosting);
  const [sentence, ...more] = await occupiedPorts(ports, ["hosting", "mail"]);
  await other.close();
  expect(sentence).toContain(String(ports.hosting));
  expect(sentence).toContain("PLUMBLINE_HOSTING_PORT");
  expect(more).toEqual([]);
});
