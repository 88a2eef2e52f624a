import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../src/contract/api.js";
import { runReportSchema } from "../src/contract/runs.js";
import { startApiServer, type ApiServer } from "./api-server.js";
import { newTenant, runWhen, startWorker, type Tenant, type Worker } from "./worker.js";

/* The examples of docs/api.md, run as they are written, against the API on the local stack. */

const guide = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const examples = [...guide.matchAll(/```sh\n([^]*?)```/g)].map(([, code]) => code!);

let worker: Worker;
let server: ApiServer;
let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  worker = await startWorker();
  server = await startApiServer(worker);
  const project = { projectId: "1000003", timeZone: "UTC", queryApi: false };
  tenant = await newTenant(worker.deps, project, ["event_count_change"]);
  const { token } = await server.addToken(tenant, "write");
  env = {
    PATH: process.env.PATH!,
    PLUMBLINE_URL: server.url,
    PLUMBLINE_TOKEN: token,
    SETUP_ID: tenant.setupId,
    CONNECTION_ID: tenant.connectionId,
  };
});
afterAll(async () => {
  await server.close();
  await worker.close();
});

const run = async (code: string): Promise<unknown> => {
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", code], { env });
  return JSON.parse(stdout);
};

it("work in the order in which they stand", async () => {
  const answers: unknown[] = [];
  for (const code of examples) {
    const answer = await run(code);
    answers.push(answer);
    if (!code.includes('/run"')) continue;
    env["RUN_ID"] = api.startRun.response.parse(answer).id;
    await runWhen(worker.deps, tenant.workspaceId, env["RUN_ID"]);
  }
  const [workspace, setups, , report, result, download, setup, estimate] = answers;
  expect(answers).toHaveLength(8);
  expect(workspace).toMatchObject({ id: tenant.workspaceId, token: { scope: "write" } });
  expect(setups).toMatchObject([{ id: tenant.setupId }]);
  expect(runReportSchema.parse(report)).toMatchObject({ id: env["RUN_ID"], status: "completed" });
  expect(result).toMatchObject({ id: "event_count_change" });
  const { downloadUrl } = api.getDownload.response.parse(download);
  expect(await (await fetch(downloadUrl)).text()).toMatch(/^severity,state,entity/);
  expect(setup).toMatchObject({ name: "Checkout", scheduleCron: "0 9 * * *" });
  expect(estimate).toHaveProperty("perDetector");
});
