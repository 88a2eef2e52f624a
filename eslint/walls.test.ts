import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const typed = new ESLint({ cwd: root });
/** Reads no types, which takes most of the time: walls see names only. */
const untyped = new ESLint({ cwd: root, overrideConfig: tseslint.configs.disableTypeChecked });

/** Lints `code` as if it stood in `file`, which must exist. */
async function refusals(file: string, code: string, eslint = untyped): Promise<string[]> {
  const filePath = path.join(root, file);
  expect(existsSync(filePath), `${file} exists`).toBe(true);
  const [result] = await eslint.lintText(code, { filePath });
  return result!.messages.map(({ ruleId, message }) => ruleId ?? message);
}

const contract = "functions/src/contract/api.ts";
const engine = "functions/src/engine/registry.ts";
const feature = "functions/src/features/setups/create-setup.ts";
const adapter = "functions/src/adapters/firestore/client.ts";
const http = "functions/src/http/app.ts";
const port = "functions/src/ports/mailer.ts";
const common = "functions/src/common/clock.ts";
const webFeature = "web/src/features/connections/connections-page.tsx";
const component = "web/src/components/states/notice.tsx";
const data = "web/src/data/connections.ts";
const lib = "web/src/lib/api-client.ts";
const commandLine = "cli/src/client.ts";
const standIn = "emulators/src/mixpanel/server.ts";

/** Imports `imported` in `importer`, as a relative path. */
const importing = (importer: string, imported: string): string => {
  expect(existsSync(path.join(root, imported)), `${imported} exists`).toBe(true);
  const relative = path.relative(path.dirname(importer), imported).replace(/\.tsx?$/, ".js");
  return `import "${relative.startsWith(".") ? relative : `./${relative}`}";\n`;
};

describe("an import against the arrows of docs/architecture.md is refused:", () => {
  it.each([
    ["contract → engine", contract, engine],
    ["contract → common", contract, common],
    ["engine → feature", engine, feature],
    ["engine → common", engine, common],
    ["engine → web", engine, lib],
    ["feature → adapter", feature, adapter],
    ["feature → http", feature, http],
    ["feature → configuration", feature, "functions/src/config/config.ts"],
    ["feature → composition", feature, "functions/src/composition/compose.ts"],
    ["feature → test helpers", feature, "functions/src/testing/test-app.ts"],
    ["feature → a test", feature, "functions/src/index.test.ts"],
    ["port → adapter", port, adapter],
    ["adapter → engine", adapter, engine],
    ["adapter → http", adapter, http],
    ["http → adapter", http, adapter],
    ["http → engine", http, engine],
    ["common → feature", common, feature],
    ["command line → feature", commandLine, feature],
    ["command line → common", commandLine, common],
    ["command line → web", commandLine, lib],
    ["command line → test helpers", commandLine, "functions/src/testing/test-app.ts"],
    ["http → command line", http, commandLine],
    ["web feature → another feature", webFeature, "web/src/features/setups/setups-page.tsx"],
    ["web feature → app", webFeature, "web/src/app/app.tsx"],
    ["web feature → test helpers", webFeature, "web/src/testing/render-app.tsx"],
    ["web feature → functions", webFeature, feature],
    ["component → feature", component, webFeature],
    ["component → data", component, data],
    ["data → component", data, component],
    ["lib → data", lib, data],
    ["stand-in → engine", standIn, engine],
    ["stand-in → web", standIn, lib],
  ])("%s", async (_arrow, importer, imported) => {
    expect(await refusals(importer, importing(importer, imported))).toContain("import-x/no-restricted-paths");
  });

  it.each([
    ["contract → a package other than zod", contract, "luxon"],
    ["engine → a package other than zod", engine, "luxon"],
    ["feature → an SDK", feature, "stripe"],
  ])("%s", async (_arrow, importer, name) => {
    expect(await refusals(importer, `import "${name}";\n`)).toContain("no-restricted-imports");
  });

  it("through the alias of the app as well", async () => {
    const code = 'import "@/features/setups/setups-page";\n';
    expect(await refusals(webFeature, code)).toContain("import-x/no-restricted-paths");
  });
});

it("an import along the arrows is not refused", async () => {
  expect(await refusals(feature, importing(feature, "functions/src/composition/dependencies.ts"))).toEqual(
    [],
  );
  expect(await refusals(webFeature, importing(webFeature, component))).toEqual([]);
  expect(await refusals(standIn, importing(standIn, contract))).toEqual([]);
});

it("a promise that nobody waits for is refused", async () => {
  expect(
    await refusals(feature, "export const start = (): void => {\n  Promise.resolve(1);\n};\n", typed),
  ).toContain("@typescript-eslint/no-floating-promises");
});

it("a picture without a text for screen readers is refused", async () => {
  expect(await refusals(component, 'export const Logo = () => <img src="/logo.svg" />;\n')).toContain(
    "jsx-a11y/alt-text",
  );
});
