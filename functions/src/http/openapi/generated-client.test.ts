import { createConfig, lintFromString } from "@redocly/openapi-core";
import { build } from "esbuild";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectionId, setupId, workspaceId } from "../../testing/run-world.js";
import { servedWorld } from "../../testing/served-world.js";
import { openApiDocument } from "./document.js";

/* Does what API users do with the document: lints it, generates a client from it, compiles that and calls the API. */

const root = path.join(import.meta.dirname, "../../../..");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-client-"));
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true }));

it("a strict linter finds nothing wrong", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const source = JSON.stringify(openApiDocument("https://plumbline.dev"));
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

it("a generated client compiles and calls ten endpoints", async () => {
  const document = openApiDocument("https://plumbline.dev");
  // Fields with a default are optional in a body.
  const types = astToString(await openapiTS(document as never, { defaultNonNullable: false }));
  await writeFile(path.join(folder, "api.ts"), types);
  const main = path.join(folder, "main.ts");
  await writeFile(main, await readFile(new URL("generated-client-example.txt", import.meta.url), "utf8"));
  const program = ts.createProgram([main], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  const problems = ts.getPreEmitDiagnostics(program);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);

  const outfile = path.join(folder, "main.mjs");
  await build({
    entryPoints: [main],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  const { callTen } = (await import(pathToFileURL(outfile).href)) as {
    callTen: (url: string, token: string, ids: object) => Promise<[string, unknown][]>;
  };
  const world = await servedWorld();
  try {
    const { token } = await world.addToken("write");
    const answers = await callTen(world.url, token, { setupId, connectionId });
    expect(answers).toHaveLength(10);
    for (const [name, answer] of answers) expect([name, answer]).toEqual([name, expect.anything()]);
    expect(Object.fromEntries(answers)).toMatchObject({
      workspace: { id: workspaceId },
      setup: { id: setupId },
    });
  } finally {
    await world.close();
  }
});
