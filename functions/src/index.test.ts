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

it("is in one region, on the second generation, and every function has every secret", () => {
  const all = endpoints.map(([, { platform, region, secretEnvironmentVariables }]) => ({
    platform,
    region,
    secrets: secretEnvironmentVariables.map(({ key }) => key).sort(),
  }));
  for (const one of all) expect(one).toEqual({ ...all[0], platform: "gcfv2", region: ["us-central1"] });
});
