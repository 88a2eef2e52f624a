import { expect, it } from "vitest";
import { serve } from "../../http/serve.js";
import { freePorts, occupiedPorts, portsFromEnvironment, portTable } from "./ports.js";

it("has a variable for every port", () => {
  for (const { port, variable } of Object.values(portTable)) {
    const moved = Object.values(portsFromEnvironment({ [variable]: "12345" }));
    expect([moved.includes(12345), moved.includes(port)]).toEqual([true, false]);
  }
});

it.each(["0", "65536", "web", "80.5"])("refuses %s as a port and names the variable", (value) => {
  expect(() => portsFromEnvironment({ PLUMBLINE_MAIL_PORT: value })).toThrow(/PLUMBLINE_MAIL_PORT/);
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
