import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApiServer, type ApiServer } from "../../functions/test/api-server.js";
import { newTenant, startWorker, type Tenant, type Worker } from "../../functions/test/worker.js";

/* The packed program as a process of its own, against the API on the local stack: what a CI job does. */

const cli = path.join(import.meta.dirname, "..");
const execute = promisify(execFile);

let worker: Worker;
let server: ApiServer;
let tenant: Tenant;
let token: string;
let tokenId: string;
let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-cli-"));
  await execute("npm", ["run", "package", "--", "--pack-destination", folder], { cwd: cli });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await execute("tar", ["-xzf", tarball!], { cwd: folder });
  program = path.join(folder, "package/dist/plumbline.js");
  worker = await startWorker();
  server = await startApiServer(worker);
  const project = { projectId: "1000003", timeZone: "UTC", queryApi: false };
  tenant = await newTenant(worker.deps, project, ["event_count_change", "event_property_null_rate"]);
  ({ id: tokenId, token } = await server.addToken(tenant, "triage"));
});
afterAll(async () => {
  await server.close();
  await worker.close();
  await rm(folder, { recursive: true });
});

/** Runs the program. Its files are executable, as npx needs it. */
const plumbline = (...args: string[]) =>
  new Promise<{ code: number | null; out: string; note: string }>((resolve, reject) => {
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, PLUMBLINE_URL: server.url, PLUMBLINE_TOKEN: token },
      cwd: folder,
    });
    const written = { out: "", note: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (written.out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (written.note += text));
    child.once("error", reject).once("close", (code) => resolve({ code, ...written }));
    expect(child.spawnargs.join(" ")).not.toContain(token);
  });

it("starts a run, waits, shows the report, lists the findings and downloads the files", async () => {
  const ran = await plumbline("run", "--setup", "Daily checks", "--wait", "--json");
  const report = JSON.parse(ran.out) as {
    id: string;
    status: string;
    summary: { findings: { alerts: number; warnings: number } };
  };
  const { alerts, warnings } = report.summary.findings;
  expect(report.status).toBe("completed");
  expect([ran.code, ran.note]).toEqual([alerts + warnings > 0 ? 1 : 0, ""]);

  const shown = await plumbline("report", "latest");
  expect(shown.code).toBe(ran.code);
  expect(shown.out).toContain(`Daily checks, run ${report.id}: completed`);
  expect(shown.out).toContain("event_property_null_rate");

  const findings = await plumbline("findings", report.id, "--json");
  expect(JSON.parse(findings.out)).toHaveLength(alerts + warnings);
  const lines = (await plumbline("findings", report.id)).out.trim().split("\n").filter(Boolean);
  expect(lines).toHaveLength(alerts + warnings);

  const saved = await plumbline("download", "latest", "--output", "reports", "--json");
  const files = JSON.parse(saved.out) as string[];
  expect(files).toHaveLength(2);
  for (const file of files)
    expect(await readFile(path.join(folder, file), "utf8")).toMatch(/^severity,state,entity/);
  expect((await plumbline("download", "latest", "--output", "reports")).note).toContain(
    "--force replaces it",
  );
  const printed = await plumbline("download", "latest", "--check", "event_count_change", "--output", "-");
  expect(printed.out).toMatch(/^severity,state,entity/);

  for (const { out, note } of [ran, shown, findings, saved, printed]) expect(out + note).not.toContain(token);
});

it("is refused by the very next command after the token was revoked", async () => {
  expect((await plumbline("whoami")).code).toBe(0);
  await server.revoke(tenant, tokenId);
  const { code, note } = await plumbline("whoami");
  expect([code, note]).toEqual([2, expect.stringContaining("revoked")]);
});
