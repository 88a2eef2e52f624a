import { parse } from "yaml";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Delivery } from "../../../functions/src/contract/channels/channels.js";
import type * as Descriptors from "../../../functions/src/contract/channels/kinds/descriptors.js";
import type { Sending } from "../../../functions/src/features/channels/senders/sender.js";
import type * as Senders from "../../../functions/src/features/channels/senders/senders.js";
import type { CliWorld } from "../testing/cli-world.js";

/** A new kind: a descriptor and a sender, each with one line. */
vi.mock("../../../functions/src/contract/channels/kinds/descriptors.js", async (original) => {
  const { channelKinds } = await original<typeof Descriptors>();
  return { channelKinds: { ...channelKinds, pager: { ...channelKinds.linear, label: "Pager" } } };
});
vi.mock("../../../functions/src/features/channels/senders/senders.js", async (original) => {
  const { senderOf } = await original<typeof Senders>();
  const send = (_deps: unknown, { fields }: Sending<"linear">) =>
    Promise.resolve(`Sent to ${fields.team} with ${fields.apiKey}`);
  return { senderOf: (kind: string) => (kind === "pager" ? send : senderOf(kind as "email")) };
});

let world: CliWorld;
beforeEach(async () => {
  // Other test files of this process have loaded the kinds without the new one, and need them again afterward.
  vi.resetModules();
  const { cliWorld } = await import("../testing/cli-world.js");
  world = await cliWorld("write");
});
afterEach(() => world.close());
afterAll(() => vi.resetModules());

it("a kind with one descriptor and one sender is in the file, the export, the history, and can be tested", async () => {
  const channel = { id: "one", kind: "pager", name: "Night", team: "OPS", apiKey: { env: "PLUMBLINE_KEY" } };
  const file = JSON.stringify({ version: 1, setups: [], channels: [channel], routes: [] });
  const run = (...args: string[]) =>
    world.run(
      [...args, "-"],
      { PLUMBLINE_URL: world.url, PLUMBLINE_TOKEN: world.token, PLUMBLINE_KEY: "secret-key" },
      file,
    );
  expect(await run("apply")).toMatchObject({ code: 0, note: "" });
  const exported = parse((await world.run(["export"])).out) as { channels: unknown[] };
  expect(exported.channels).toEqual([channel]);
  expect(await run("plan")).toMatchObject({ code: 0 });
  const ada = world.app.as("ada");
  expect((await ada.get("/api/v1/channels").expect(200)).body).toMatchObject([
    { kind: "pager", target: "OPS", settings: { team: "OPS" } },
  ]);
  await ada.post("/api/v1/channels/one/test").expect(200);
  const { body } = await ada.get("/api/v1/deliveries").expect(200);
  expect(body as Delivery[]).toMatchObject([
    { channelId: "one", status: "delivered", answer: "Sent to OPS with secret-key" },
  ]);
});
