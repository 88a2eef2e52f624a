import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

const contract = "functions/src/contract/api.ts";
const engine = "functions/src/engine/registry.ts";
const profiler = "functions/src/profiler/index.ts";
const aggregates = "functions/src/aggregates/model.ts";
const feature = "functions/src/features/setups/manage-setups.ts";
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
const kernel = "functions/src/profiler/kernel/assembly";

/** Code for `importer` that imports `imported` by its relative path. */
const importing = (importer: string, imported: string): string => {
  const relative = path.relative(path.dirname(importer), imported).replace(/\.tsx?$/, ".js");
  return `import "${relative.startsWith(".") ? relative : `./${relative}`}";\n`;
};

const files: [arrow: string, importer: string, imported: string][] = [
  ["contract → engine", contract, engine],
  ["contract → common", contract, common],
  ["engine → feature", engine, feature],
  ["engine → common", engine, common],
  ["engine → web", engine, lib],
  ["engine → profiler", engine, profiler],
  ["profiler → engine", profiler, engine],
  ["profiler → contract", profiler, contract],
  ["aggregates → profiler", aggregates, profiler],
  ["feature → inside the profiler", feature, "functions/src/profiler/encoding/byte-reader.ts"],
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
];

const packages: [arrow: string, importer: string, name: string][] = [
  ["contract → a package other than zod", contract, "luxon"],
  ["engine → a package other than zod", engine, "luxon"],
  ["profiler → a package", profiler, "zod"],
  ["feature → an SDK", feature, "stripe"],
];

/** Files to write, with the lint rule that each one breaks; null if lint allows it. */
const planted: [name: string, importer: string, code: string, rule: string | null][] = [
  ...files.map(([arrow, importer, imported]): [string, string, string, string] => [
    arrow,
    importer,
    importing(importer, imported),
    "walls(imports)",
  ]),
  ...packages.map(([arrow, importer, name]): [string, string, string, string] => [
    arrow,
    importer,
    `import "${name}";\n`,
    "walls(imports)",
  ]),
  [
    "web feature → another feature by the app's alias",
    webFeature,
    'export * from "@/features/setups/setups-page";\n',
    "walls(imports)",
  ],
  [
    "web feature → another feature at runtime",
    webFeature,
    'export const page = () => import("../setups/setups-page");\n',
    "walls(imports)",
  ],
  [
    "a promise that nobody waits for",
    feature,
    "export const start = (): void => {\n  Promise.resolve(1);\n};\n",
    "typescript(no-floating-promises)",
  ],
  [
    "a picture without a text for screen readers",
    component,
    'export const Logo = () => <img src="/logo.svg" />;\n',
    "jsx-a11y(alt-text)",
  ],
  [
    "feature → types of the composition",
    feature,
    importing(feature, "functions/src/composition/dependencies.ts"),
    null,
  ],
  ["web feature → component", webFeature, importing(webFeature, component), null],
  ["feature → profiler", feature, importing(feature, profiler), null],
  ["stand-in → contract", standIn, importing(standIn, contract), null],
];

const ruleWords = "functions/src/engine/detectors/mix/words.ts";

/** A folder with the same configuration. Files are written to folders that exist in the repository. */
let folder: string;
let refusals: Map<string, string[]>;

const plantedFile = (index: number) => {
  const [, importer] = planted[index]!;
  return path.join(path.dirname(importer), `planted-${index}${path.extname(importer)}`);
};

function write(file: string, code: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), code);
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "walls-"));
  for (const name of [".oxlintrc.json", "tsconfig.base.json", "lint"])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of ["functions", "web"]) {
    mkdirSync(path.join(folder, name));
    cpSync(path.join(root, name, "tsconfig.json"), path.join(folder, name, "tsconfig.json"));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  planted.forEach(([, , code], index) => write(plantedFile(index), code));
  write(
    "functions/src/common/first.ts",
    'import type { Second } from "./second.js";\nexport type First = Second[];\n',
  );
  write(
    "functions/src/common/second.ts",
    'import type { First } from "./first.js";\nexport type Second = First;\n',
  );
  write(
    `${kernel}/first.ts`,
    'import { Second } from "./second";\nexport class First {\n  second: Second;\n}\n',
  );
  write(
    `${kernel}/second.ts`,
    'import { First } from "./first";\nexport class Second {\n  first: First;\n}\n',
  );
  write(ruleWords, 'import "./check-distribution.js";\n');
  refusals = lint(".");
});

/** Runs oxlint in the folder. @returns the rules that each file breaks */
function lint(...args: string[]): Map<string, string[]> {
  const { stdout } = spawnSync(path.join(root, "node_modules/.bin/oxlint"), ["--format", "json", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  const found = new Map<string, string[]>();
  for (const { filename, code } of diagnostics) found.set(filename, [...(found.get(filename) ?? []), code]);
  return found;
}
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Walls = {
  walls: { importers: string; imported: string; except: string[] }[];
  isBelow: (file: string, place: string) => boolean;
};

it("walls and their exceptions are about files and folders that exist", async () => {
  // @ts-expect-error The lint rule is plain JavaScript.
  const { walls, isBelow } = (await import("./walls.js")) as Walls;
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const named = walls.flatMap(({ importers, imported, except }) => [
    importers,
    ...[imported, ...except.map((allowed) => `${imported}/${allowed}`)],
  ]);
  expect(named.filter((place) => !tracked.some((file) => isBelow(file, place)))).toEqual([]);
});

it("the planted files are in folders that exist in the repository", () => {
  const tracked = new Set(execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n"));
  const named = [...planted.map(([, importer]) => importer), ...files.map(([, , imported]) => imported)];
  expect(named.filter((file) => !tracked.has(file) || !existsSync(path.join(root, file)))).toEqual([]);
});

describe("lint", () => {
  it.each(planted.map(([name, , , rule], index) => [rule ? "refuses" : "allows", name, index] as const))(
    "%s %s",
    (_verb, _name, index) => {
      const rule = planted[index]![3];
      expect(refusals.get(plantedFile(index)) ?? []).toEqual(rule ? [rule] : []);
    },
  );

  it("refuses words of a rule that import its check", () => {
    expect(refusals.get(ruleWords)).toEqual(["walls(imports)"]);
  });

  it("refuses files that import each other, types included", () => {
    expect(refusals.get("functions/src/common/first.ts")).toContain("import(no-cycle)");
  });

  it("refuses them in the profiler's kernel, which has a configuration of its own", () => {
    const broken = lint("-c", "lint/kernel.oxlintrc.json", kernel);
    expect(broken.get(`${kernel}/first.ts`)).toEqual(["import(no-cycle)"]);
  });
});
