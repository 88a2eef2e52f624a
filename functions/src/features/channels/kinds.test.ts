import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { outboundHttp } from "../../adapters/outbound/outbound-http.js";
import {
  channelKindNames,
  channelKindOf,
  optionalSecretsOf,
  plainFieldsOf,
  secretFieldOf,
} from "../../contract/channels/kinds.js";
import { defineChannelKind } from "../../contract/channels/kinds/descriptor.js";
import { channelKinds } from "../../contract/channels/kinds/descriptors.js";
import { channelSamples } from "../../testing/channel-samples.js";
import { testApp } from "../../testing/test-app.js";

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
const docs = read("docs/channels.md");

it("docs/channels.md lists every kind", () => {
  const rows = docs
    .slice(docs.indexOf("| channel "), docs.indexOf("A channel can be switched off."))
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    Object.values(channelKinds).map(({ label, docs: { needs, appears } }) => [label, needs, appears]),
  );
});

it("README.md links every page about a kind, and cli/README.md names every kind", () => {
  const kinds = /kind: slack # or (.+)/.exec(read("cli/README.md"))![1]!.split(", ");
  expect(["slack", ...kinds].sort()).toEqual([...channelKindNames].sort());
  const pages = Object.values(channelKinds).flatMap(
    ({ docs: { needs } }) => /\((.+\.md)\)/.exec(needs)?.[1] ?? [],
  );
  const readme = read("README.md");
  for (const page of pages) {
    expect(readme).toContain(`(docs/${page})`);
    expect(read(`docs/${page}`)).toContain("# ");
  }
});

it("a kind needs a group and a line", () => {
  const { group: _group, line: _line, ...rest } = channelKinds.linear;
  // @ts-expect-error Without them, the form would have no place for it.
  defineChannelKind(rest);
  // @ts-expect-error Nothing would tell it from the others.
  defineChannelKind({ ...rest, group: "Tickets" });
  expect(defineChannelKind({ ...rest, group: "Tickets", line: "One issue" }).line).toBe("One issue");
});

describe.each(channelKindNames)("a channel of the kind %s", (kind) => {
  const [sample] = channelSamples[kind];
  const { fields } = channelKindOf(kind);

  it("has secrets that are stored encrypted and never returned, at most one of them required", async () => {
    const secrets = Object.keys(fields).filter((name) => fields[name]!.isSecret);
    expect(secrets).toEqual(
      [secretFieldOf(kind), ...optionalSecretsOf(kind)].filter((name) => name !== null),
    );
    const app = testApp();
    const { body } = await app.as("ada").post("/api/v1/channels").send(sample).expect(201);
    const values: Record<string, unknown> = { ...sample };
    const everything = JSON.stringify([body, app.db.all("ada", "channels")]);
    for (const name of secrets) expect(everything).not.toContain(values[name]);
    expect(body.settings).toEqual(
      Object.fromEntries(plainFieldsOf(kind).map((name) => [name, values[name]])),
    );
  });

  const urls = Object.keys(fields).filter((name) => fields[name]!.isUrl);
  it
    .runIf(urls.length > 0)
    .each([
      "http://hooks.example.com/",
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://169.254.169.254/latest",
      "https://ada:secret@hooks.example.com/",
      "https://hooks.example.com:8443/",
    ])("is refused for %s", async (url) => {
    const app = testApp();
    app.outbound.assertAllowed = outboundHttp({ localOrigin: null }).assertAllowed;
    for (const name of urls)
      await app
        .as("ada")
        .post("/api/v1/channels")
        .send({ ...sample, [name]: url })
        .expect(400);
  });
});
