import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../contract/api.js";
import { connectionId, lastDay, setupId, workspaceId } from "../../testing/run-world.js";
import { servedWorld } from "../../testing/served-world.js";

/* Runs the examples of docs/api.md as written. */

const guide = readFileSync(new URL("../../../../docs/api.md", import.meta.url), "utf8");
const examples = [...guide.matchAll(/```sh\n([^]*?)```/g)].map(([, code]) => code!);

let world: Awaited<ReturnType<typeof servedWorld>>;
let env: Record<string, string>;
beforeAll(async () => {
  world = await servedWorld();
  const { token } = await world.addToken("write");
  env = {
    PATH: process.env.PATH!,
    PLUMBLINE_URL: world.url,
    PLUMBLINE_TOKEN: token,
    PLUMBLINE_AUDIT_TOKEN: (await world.addToken("audit")).token,
    SETUP_ID: setupId,
    CONNECTION_ID: connectionId,
  };
});
afterAll(() => world.close());

const run = async (code: string): Promise<unknown> => {
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", code], { env });
  const isLines = code.includes("/audit/export");
  return JSON.parse(isLines ? `[${stdout.trim().split("\n").join(",")}]` : stdout || "null");
};

it("the guide's examples work in the order they appear", async () => {
  const answers: unknown[] = [];
  for (const code of examples) {
    const answer = await run(code);
    answers.push(answer);
    if (code.includes("--request POST")) env["RUN_ID"] = api.startRun.response.parse(answer).id;
    if (code.includes("/incidents?")) env["INCIDENT_ID"] = api.listIncidents.response.parse(answer)[0]!.id;
  }
  expect(answers).toHaveLength(17);
  const [workspace, setups, , report, result, download, incidents, changed, names, , ...more] = answers;
  const [setup, estimate, channel, route, release, tools, log] = more;
  expect(workspace).toMatchObject({ id: workspaceId, token: { scope: "write" } });
  expect(setups).toMatchObject([{ id: setupId }]);
  expect(api.getRunReport.response.parse(report)).toMatchObject({ id: env["RUN_ID"], status: "completed" });
  expect(result).toMatchObject({ id: "event_count_change", rows: [{ entity: "Purchase" }] });
  const { downloadUrl } = api.getDownload.response.parse(download);
  expect(await (await fetch(downloadUrl)).text()).toMatch(/^severity,state,entity/);
  expect(incidents).toContainEqual(expect.objectContaining({ entity: "Purchase", status: "open" }));
  expect(changed).toMatchObject({ incidents: [{ status: "closed", closedAs: "fixed" }], refused: [] });
  expect(names).toMatchObject({ lastDay, knownEvents: 2, items: [], nextCursor: null });
  const { patterns } = await world.deps.schema.nameDecisions(workspaceId, connectionId);
  expect(patterns).toMatchObject([{ pattern: "quiz_*", state: "approved", by: "ada" }]);
  expect(setup).toMatchObject({ name: "Checkout", scheduleCron: "0 9 * * *" });
  expect(estimate).toHaveProperty("perDetector");
  expect(channel).toMatchObject({ id: "catalog", signingSecret: expect.stringMatching(/^whsec_/) });
  expect(route).toMatchObject({ id: "catalog-alerts", channelId: "catalog" });
  expect(release).toMatchObject({ version: "4.2.0", platform: "Android" });
  expect(tools).toHaveProperty("result.tools");
  expect(log).toContainEqual(expect.objectContaining({ action: "release.recorded", target: "4.2.0" }));
});
