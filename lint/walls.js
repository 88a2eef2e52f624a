import path from "node:path";

/*
 * A lint rule for the allowed imports in docs/architecture.md. A wall says that files under `importers` may import
 * nothing under `imported`, except the paths in `except`, which are relative to `imported`. `*` is any name.
 */
const wall = (importers, imported, except, message) => ({ importers, imported, except, message });

/** The dependencies of operations; exports only types. */
const dependencies = "composition/dependencies.ts";

/** Days of the calendar, which don't depend on a clock. */
const days = "common/days.ts";
const groupBy = "common/group-by.ts";
/** What the names of properties say, which the browser knows too. */
const propertyNames = "contract/names/property-names.ts";

const functionsWalls = [
  ...["web", "cli", "emulators", "bench"].map((imported) =>
    wall(
      "functions/src",
      imported,
      [],
      "Deployed code imports nothing from the app, the stand-ins or the benchmarks.",
    ),
  ),
  wall(
    "functions/src/contract",
    "functions/src",
    ["contract"],
    "The contract is bundled into the browser: zod and its own files only.",
  ),
  wall(
    "functions/src/aggregates",
    "functions/src",
    ["aggregates", days],
    "Aggregates are what the profiler and the engine share: they import neither.",
  ),
  wall(
    "functions/src/profiler",
    "functions/src",
    ["aggregates", "profiler", days, propertyNames],
    "The profiler knows nothing of verdicts: aggregates, names of properties and its own files only.",
  ),
  wall(
    "functions/src/engine",
    "functions/src",
    ["contract", "aggregates", "engine", days, groupBy],
    "The engine is pure: the contract, aggregates and its own files only.",
  ),
  wall(
    "functions/src/engine/detectors/words.ts",
    "functions/src",
    ["contract", "engine/detectors/*/words.ts", "engine/detectors/rule-words.ts"],
    "Words are bundled into the browser: the contract only.",
  ),
  wall(
    "functions/src/engine/detectors/*/words.ts",
    "functions/src",
    ["contract", "engine/detectors/rule-words.ts", "engine/detectors/count/words.ts"],
    "Words are bundled into the browser: the contract only.",
  ),
  wall(
    "functions/src/common",
    "functions/src",
    ["contract", "common"],
    "Shared code doesn't import its users.",
  ),
  wall(
    "functions/src/ports",
    "functions/src",
    ["contract", "engine", "common", "ports"],
    "Interfaces to the outside import neither features nor adapters.",
  ),
  wall(
    "functions/src/features",
    "functions/src",
    ["contract", "aggregates", "profiler", "engine", "common", "ports", "features", dependencies],
    "Features use interfaces, never adapters, HTTP or configuration.",
  ),
  wall(
    "functions/src/mcp",
    "functions/src",
    ["contract", "engine/detectors/words.ts", "engine/detectors/recompute.ts", "mcp"],
    "Tools for assistants only call the API: the contract, the words for findings and their own files only.",
  ),
  wall(
    "functions/src/adapters",
    "functions/src",
    ["contract", "common", "ports", "features", "adapters"],
    "Adapters implement interfaces; they import neither the engine nor HTTP.",
  ),
  wall(
    "functions/src/http",
    "functions/src",
    ["contract", "common", "ports", "features", "mcp", "http", dependencies],
    "HTTP parses requests and calls operations; it doesn't import adapters or the engine.",
  ),
];

const webWalls = [
  wall(
    "web/src",
    "functions",
    ["src/contract", "src/engine/detectors/words.ts"],
    "The app imports only the contract (through @contract) and the words for findings (through @words).",
  ),
  wall("web/src", "emulators", [], "The app doesn't import the stand-ins."),
  wall("web/src/features", "web/src/app", [], "The app mounts features; they don't import it."),
  ...["features", "data", "app"].map((imported) =>
    wall(
      "web/src/components",
      `web/src/${imported}`,
      [],
      "Components take props: no feature, no data, no app.",
    ),
  ),
  ...["features", "components", "app"].map((imported) =>
    wall("web/src/data", `web/src/${imported}`, [], "Queries don't import screens."),
  ),
  ...["features", "components", "data", "app"].map((imported) =>
    wall("web/src/lib", `web/src/${imported}`, [], "Shared code doesn't import its users."),
  ),
];

const cliWalls = [
  wall(
    "cli/src",
    "functions",
    ["src/contract", "src/aggregates", "src/profiler", "src/engine", `src/${days}`, "src/mcp"],
    "The command line is published: the contract, the profiler, the engine and the tools for assistants only.",
  ),
  ...["web", "emulators", "bench"].map((imported) =>
    wall("cli/src", imported, [], "The command line is published: the contract and the engine only."),
  ),
];

const emulatorWalls = [
  wall(
    "emulators/src",
    "functions",
    ["src/contract"],
    "Stand-ins replace outside services: no product code.",
  ),
  wall("emulators/src", "web", [], "Stand-ins replace outside services: no product code."),
];

const testHelpers = "Test helpers stay out of product code.";
const testingWalls = [
  wall("functions/src", "functions/src/testing", [], testHelpers),
  wall("functions/src", "functions/test", [], testHelpers),
  wall("web/src", "web/src/testing", [], testHelpers),
];

export const walls = [...functionsWalls, ...webWalls, ...cliWalls, ...emulatorWalls, ...testingWalls];

/** Packages that files under `importers` may not import. */
const packageWalls = [
  {
    importers: "functions/src/contract",
    packages: /^(?!zod$)/,
    message: "The contract is bundled into the browser: zod and its own files only.",
  },
  {
    importers: "functions/src/aggregates",
    packages: /./,
    message: "Aggregates are types and definitions: no package.",
  },
  {
    importers: "functions/src/profiler",
    packages: /^(?!node:)/,
    message: "The profiler needs no package.",
  },
  {
    importers: "functions/src/engine",
    packages: /^(?!node:|zod$)/,
    message: "The engine is pure: no package but zod.",
  },
  {
    importers: "functions/src/features",
    packages: /^(firebase|@google-cloud|google-auth|stripe|express|nodemailer)/,
    message: "Features use interfaces, never an SDK.",
  },
];

export function isBelow(file, place) {
  const names = file.split("/");
  return place.split("/").every((name, depth) => name === "*" || name === names[depth]);
}

/** The reason why `importer` may not import the file `imported`, both relative to the root; undefined if it may. */
function refuseFile(importer, imported) {
  if (!importer.startsWith("bench/") && /\.(test|testing|spec)\.tsx?$/.test(imported)) return testHelpers;
  const [feature, otherFeature] = [importer, imported].map(
    (file) => /^web\/src\/features\/[^/]+/.exec(file)?.[0],
  );
  if (feature && otherFeature && feature !== otherFeature)
    return "A feature never imports another: share through components, data or lib.";
  if (
    isBelow(imported, "functions/src/profiler") &&
    !isBelow(importer, "functions/src/profiler") &&
    imported !== "functions/src/profiler/index.ts"
  )
    return "Everything that others need from the profiler is in its index.";
  return walls.find(
    ({ importers, imported: folder, except }) =>
      isBelow(importer, importers) &&
      isBelow(imported, folder) &&
      !except.some((allowed) => isBelow(imported, `${folder}/${allowed}`)),
  )?.message;
}

const refusePackage = (importer, name) =>
  packageWalls.find(({ importers, packages }) => isBelow(importer, importers) && packages.test(name))
    ?.message;

/** Resolves `name` to a file relative to the root; undefined if it is a package. */
function readName(importer, name) {
  const file = name.startsWith("@/")
    ? `web/src/${name.slice(2)}`
    : name.startsWith("@contract/")
      ? `functions/src/contract/${name.slice(10)}`
      : name === "@words"
        ? "functions/src/engine/detectors/words.ts"
        : name.startsWith(".")
          ? path.posix.join(path.posix.dirname(importer), name)
          : undefined;
  return file?.replace(/\.js$/, ".ts");
}

const imports = {
  create(context) {
    const importer = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    const check = ({ source }) => {
      if (typeof source?.value !== "string") return;
      const imported = readName(importer, source.value);
      const message = imported ? refuseFile(importer, imported) : refusePackage(importer, source.value);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

export default { meta: { name: "walls" }, rules: { imports } };
