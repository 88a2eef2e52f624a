import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as functions from "./index.js";

/* What is deployed is what docs/deploy.md says is deployed. */

type Endpoint = {
  platform: string;
  region: string[];
  availableMemoryMb: number;
  timeoutSeconds: number;
  concurrency: number;
  maxInstances?: unknown;
  secretEnvironmentVariables: { key: string }[];
  taskQueueTrigger?: {
    retryConfig: { maxAttempts: number };
    rateLimits: { maxConcurrentDispatches: number };
  };
  scheduleTrigger?: { retryConfig: { retryCount: number } };
};
const endpoints = Object.entries(functions).map(
  ([name, made]) => [name, (made as unknown as { __endpoint: Endpoint }).__endpoint] as const,
);

function row([name, endpoint]: (typeof endpoints)[number]): string {
  const { availableMemoryMb, timeoutSeconds, concurrency, taskQueueTrigger, scheduleTrigger } = endpoint;
  const memory = availableMemoryMb < 1_024 ? `${availableMemoryMb} MiB` : `${availableMemoryMb / 1_024} GiB`;
  const time = timeoutSeconds < 500 ? `${timeoutSeconds} s` : `${timeoutSeconds / 60} min`;
  const most = taskQueueTrigger?.rateLimits.maxConcurrentDispatches ?? endpoint.maxInstances;
  const retries = taskQueueTrigger?.retryConfig.maxAttempts ?? (scheduleTrigger ? "none: the next tick" : "");
  const atOnce = `${concurrency} per instance${typeof most === "number" ? `, ≤ ${most}` : ""}`;
  return [`\`${name}\``, memory, time, atOnce, String(retries)].join(" | ");
}

it("is the table of docs/deploy.md", () => {
  const text = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");
  const written = text
    .split("\n")
    .filter((line) => /^\| `\w+` +\| [\d.]+ [MG]iB/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
        .join(" | "),
    );
  expect(written).toEqual(endpoints.map(row));
});

it("is in one region, on the second generation, and every function has every secret", () => {
  const all = endpoints.map(([, { platform, region, secretEnvironmentVariables }]) => ({
    platform,
    region,
    secrets: secretEnvironmentVariables.map(({ key }) => key).sort(),
  }));
  for (const one of all) expect(one).toEqual({ ...all[0], platform: "gcfv2", region: ["us-central1"] });
});
