import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/**
 * Layers of a folder, from the lowest: files and folders in it. Each may import itself and those before it.
 * A folder's parts that have a layer of their own aren't in its layer.
 */
const layersOf: Readonly<Record<string, readonly string[]>> = {
  "functions/src/engine": [
    "model.ts",
    "result-row.ts",
    "result-table.ts",
    "row-key.ts",
    "rule.ts",
    "stats",
    "text",
    "annotations",
    "series",
    "expectation/counts",
    "expectation/shares",
    "segments/dimensions",
    "segments/properties",
    "segments/counts",
    "segments/versions",
    "cause",
    "detectors/rule-words.ts",
    "detectors/property-subject",
    "detectors",
    "detectors/properties",
    "detectors/words.ts",
    "hours",
    "detectors/recompute.ts",
    "registry.ts",
    "names",
    "fold",
    "run-comparison",
    "evaluate",
    "references",
  ],
  "functions/src/features": [
    "users",
    "mails",
    "messages",
    "workspaces",
    "tokens",
    "connections",
    "billing",
    "schedules",
    "data-settings",
    "names",
    "setups",
    "releases",
    "runs/run-failure.ts",
    "runs/run-record.ts",
    "runs/run-repository.ts",
    "runs/finding-files.ts",
    "runs/run-connection.ts",
    "runs/aggregates",
    "runs/lifecycle",
    "runs/exports",
    "runs/steps",
    "incidents",
    "home",
    "reports",
    "project-context",
    "channels",
    "recording",
    "replay",
    "account",
    "retention",
    "deletion",
    "health",
  ],
};

/** Folders whose parts are free of import cycles. */
const acyclic = ["functions/src", "web/src", "emulators/src"];
/** Only types: it names what operations need, so composition, which makes these, and operations both import it. */
const dependencies = "functions/src/composition/dependencies.ts";

const productFiles = (folder: string): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", folder], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(root, file)))
    .filter((file) => !/\.(test|testing)\.tsx?$|\/testing\//.test(file));

/** Files that a text imports by a relative path or by the app's alias, relative to the root; the app's without ending. */
const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import\(?)\s*"((?:\.|@\/)[^"]+)"/g)].map(([, name]) =>
    name!.startsWith("@/")
      ? `web/src/${name!.slice(2)}`
      : path.posix.join(path.posix.dirname(file), name!).replace(/\.js$/, ".ts"),
  );

const isIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

/** Imports of a higher layer, and files that are in none. */
function violationsIn(folder: string, layers: readonly string[], textOf: (file: string) => string): string[] {
  const bySize = layers.toSorted((a, b) => b.length - a.length);
  const layerOf = (file: string) =>
    layers.indexOf(bySize.find((layer) => isIn(file, `${folder}/${layer}`)) ?? "");
  return productFiles(folder).flatMap((file) => {
    if (layerOf(file) < 0) return [`${file} is in no layer`];
    return importsOf(file, textOf(file))
      .filter((imported) => imported.startsWith(`${folder}/`) && layerOf(imported) > layerOf(file))
      .map((imported) => `${file} imports ${imported}`);
  });
}

/** Cycles among folders that lie next to each other, each with all that is below it: "web/src: app, features". */
function folderCyclesIn(base: string, textOf: (file: string) => string): string[] {
  /** By parent folder: each of its folders, and those next to it that it imports. */
  const parents = new Map<string, Map<string, Set<string>>>();
  for (const file of productFiles(base))
    for (const imported of importsOf(file, textOf(file))) {
      if (imported === dependencies || !imported.startsWith(`${base}/`)) continue;
      const [from, to] = [file.split("/"), imported.split("/")];
      const fork = from.findIndex((name, place) => name !== to[place]);
      // Files that lie in the parent itself are in none of its folders.
      if (fork < 0 || fork >= from.length - 1 || fork >= to.length - 1) continue;
      const parent = from.slice(0, fork).join("/");
      const folders = parents.get(parent) ?? new Map<string, Set<string>>();
      parents.set(parent, folders.set(from[fork]!, (folders.get(from[fork]!) ?? new Set()).add(to[fork]!)));
    }
  return [...parents].flatMap(([parent, folders]) => {
    const reached = new Map([...folders.keys()].map((folder) => [folder, reachedFrom(folder, folders)]));
    const cyclic = [...folders.keys()].filter((folder) => reached.get(folder)!.has(folder));
    return cyclic.length > 0 ? [`${parent}: ${cyclic.sort().join(", ")}`] : [];
  });
}

function reachedFrom(folder: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const visit = (from: string): void => {
    for (const next of imports.get(from) ?? [])
      if (!reached.has(next)) {
        reached.add(next);
        visit(next);
      }
  };
  visit(folder);
  return reached;
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
/** The files as they are, except that one of them is only this import. */
const planting = (planted: string, imported: string) => (file: string) =>
  file === planted ? `import "${imported}";` : read(file);

it.each(Object.entries(layersOf))("%s: no file imports a higher layer", (folder, layers) => {
  expect(violationsIn(folder, layers, read)).toEqual([]);
});

it.each([
  [
    "functions/src/engine",
    "functions/src/engine/stats/robust.ts",
    "../evaluate/evaluate-run.js",
    "functions/src/engine/evaluate/evaluate-run.ts",
  ],
  [
    "functions/src/features",
    "functions/src/features/runs/steps/execute-run.ts",
    "../../incidents/record-incidents.js",
    "functions/src/features/incidents/record-incidents.ts",
  ],
])("%s: an import of a higher layer is found", (folder, planted, imported, found) => {
  expect(violationsIn(folder, layersOf[folder]!, planting(planted, imported))).toEqual([
    `${planted} imports ${found}`,
  ]);
});

it.each(Object.entries(layersOf))("%s: every layer has files", (folder, layers) => {
  const files = productFiles(folder);
  expect(layers.filter((layer) => !files.some((file) => isIn(file, `${folder}/${layer}`)))).toEqual([]);
});

it.each(acyclic)("%s: no folders import each other in a circle", (base) => {
  expect(folderCyclesIn(base, read)).toEqual([]);
});

it.each([
  [
    "functions/src",
    "functions/src/ports/mailer.ts",
    "../features/mails/mail-text.js",
    "functions/src: features, ports",
  ],
  [
    "functions/src",
    "functions/src/features/users/user-errors.ts",
    "../workspaces/actor.js",
    "functions/src/features: mails, users, workspaces",
  ],
  ["web/src", "web/src/components/ui/kbd.tsx", "@/features/auth/login-page", "web/src: components, features"],
  ["web/src", "web/src/components/ui/kbd.tsx", "../states/toaster", "web/src/components: layout, states, ui"],
  [
    "emulators/src",
    "emulators/src/stripe/server.ts",
    "../launcher/start-stack.js",
    "emulators/src: launcher, stripe",
  ],
])("%s: a circle that begins in %s is found", (base, planted, imported, found) => {
  expect(folderCyclesIn(base, planting(planted, imported))).toEqual([found]);
});
