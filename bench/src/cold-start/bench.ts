import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { markdownTable } from "../detection/table.js";

/*
 * Measures the work of a new instance before its first answer: loading the deployed entry, then the code for the
 * request.
 */

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const entry = new URL("../../../functions/lib/index.js", import.meta.url);
if (!existsSync(entry)) throw new Error("Build the functions first: npm run build --workspace functions");

type Sample = { load: number; loadCpu: number; answer: number; answerCpu: number; megabytes: number };

const program = `
import { createServer } from "node:http";
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const [from, cpuFrom] = [performance.now(), cpu()];
const { api } = await import(${JSON.stringify(entry.href)});
const [load, loadCpu] = [performance.now() - from, cpu() - cpuFrom];
const server = createServer((req, res) => void api(req, res));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const asked = performance.now(), cpuAsked = cpu();
const response = await fetch("http://127.0.0.1:" + server.address().port + "/api/v1/runs");
await response.text();
if (response.status !== 401) throw new Error("unexpected status " + response.status);
console.log("sample " + JSON.stringify({ load, loadCpu, answer: performance.now() - asked, answerCpu: cpu() - cpuAsked, megabytes: process.memoryUsage().rss / 1e6 }));
process.exit(0);
`;
const key = Buffer.alloc(32, 1).toString("base64");
const environment = {
  ...process.env,
  GCLOUD_PROJECT: "demo-plumbline",
  APP_URL: "http://127.0.0.1:5000",
  ENCRYPTION_KEYS: JSON.stringify({ current: "k", keys: { k: key } }),
  HASH_KEY: key,
  UNSUBSCRIBE_KEY: key,
  STRIPE_SECRET_KEY: "none",
  STRIPE_WEBHOOK_SECRET: "none",
  STRIPE_METER_WEBHOOK_SECRET: "none",
  SMTP_URL: "none",
  STORAGE_SIGNING_KEY: "none",
  METADATA_SERVER_DETECTION: "none",
};

const samples = Array.from({ length: Number(options.rounds) }, (): Sample => {
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    env: environment,
    encoding: "utf8",
  });
  const line = printed.split("\n").find((text) => text.startsWith("sample "))!;
  return JSON.parse(line.slice("sample ".length)) as Sample;
});
const median = (of: (sample: Sample) => number): string => {
  const sorted = samples.map(of).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!.toFixed(0);
};
console.log(
  markdownTable(
    ["step", "ms", "ms of CPU"],
    [
      ["loading the deployed module", median(({ load }) => load), median(({ loadCpu }) => loadCpu)],
      ["first answer of the API (401)", median(({ answer }) => answer), median(({ answerCpu }) => answerCpu)],
      ["memory after it, MB", median(({ megabytes }) => megabytes), ""],
    ],
  ),
);
