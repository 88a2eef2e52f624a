import { expect, it } from "vitest";
import * as functions from "./index.js";

type Endpoint = {
  platform: string;
  region: string[];
  secretEnvironmentVariables: { key: string }[];
};
const endpoints = Object.entries(functions).map(
  ([name, made]) => [name, (made as unknown as { __endpoint: Endpoint }).__endpoint] as const,
);

it("runs in one region on the second generation, and only the API has the webhook secrets", () => {
  for (const [name, { platform, region, secretEnvironmentVariables }] of endpoints) {
    expect([name, platform, region]).toEqual([name, "gcfv2", ["us-central1"]]);
    const secrets = secretEnvironmentVariables.map(({ key }) => key);
    expect(secrets.includes("STRIPE_WEBHOOK_SECRET"), name).toBe(name === "api");
    expect(secrets.includes("STORAGE_SIGNING_KEY"), name).toBe(name === "api");
  }
});
