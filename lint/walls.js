import path from "node:path";

/*
 * The arrows of docs/architecture.md as a lint rule. A wall says that the files below `importers` import nothing below
 * `imported` but what stands in `except`, which is relative to it.
 */
const wall = (importers, imported, except, message) => ({ importers, imported, except, message });

/** What operations may ask for; only types. */
const dependencies = "composition/dependencies.ts";

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
    "functions/src/engine",
    "functions/src",
    ["contract", "engine"],
    "The engine is pure: the contract and its own files only.",
  ),
  wall(
    "functions/src/common",
    "functions/src",
    ["contract", "common"],
    "What everything shares knows none of its users.",
  ),
  wall(
    "functions/src/ports",
    "functions/src",
    ["contract", "engine", "common", "ports", "features"],
    "An interface names the data of those it serves, never who implements it.",
  ),
  wall(
    "functions/src/features",
    "functions/src",
    ["contract", "engine", "common", "ports", "features", dependencies],
    "Features see interfaces, never adapters, HTTP or configuration.",
  ),
  wall(
    "functions/src/mcp",
    "functions/src",
    ["contract", "mcp"],
    "Tools for assistants call the API, whoever brings them there: the contract and their own files only.",
  ),
  wall(
    "functions/src/adapters",
    "functions/src",
    ["contract", "common", "ports", "features", "adapters"],
    "Adapters implement interfaces; they know neither the engine nor HTTP.",
  ),
  wall(
    "functions/src/http",
    "functions/src",
    ["contract", "common", "ports", "features", "mcp", "http", dependencies],
    "HTTP parses and calls an operation; adapters and the engine are handed to the operation.",
  ),
];

const webWalls = [
  wall("web/src", "functions", ["src/contract"], "The app sees the contract only (through @contract)."),
  wall("web/src", "emulators", [], "The app knows nothing of the stand-ins."),
  wall("web/src/features", "web/src/app", [], "Features are mounted by the app and do not know it."),
  ...["features", "data", "app"].map((imported) =>
    wall(
      "web/src/components",
      `web/src/${imported}`,
      [],
      "Components take props: no feature, no data, no app.",
    ),
  ),
  ...["features", "components", "app"].map((imported) =>
    wall("web/src/data", `web/src/${imported}`, [], "Queries know no screen."),
  ),
  ...["features", "components", "data", "app"].map((imported) =>
    wall("web/src/lib", `web/src/${imported}`, [], "What everything shares knows none of its users."),
  ),
];

const cliWalls = [
  wall(
    "cli/src",
    "functions",
    ["src/contract", "src/engine", "src/mcp"],
    "The command line is published: the contract, the engine and the tools for assistants only.",
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
    "A stand-in plays the outside world: no product code.",
  ),
  wall("emulators/src", "web", [], "A stand-in plays the outside world: no product code."),
];

const testHelpers = "Test helpers stay out of product code.";
const testingWalls = [
  wall("functions/src", "functions/src/testing", [], testHelpers),
  wall("functions/src", "functions/test", [], testHelpers),
  wall("web/src", "web/src/testing", [], testHelpers),
];

const walls = [...functionsWalls, ...webWalls, ...cliWalls, ...emulatorWalls, ...testingWalls];

/** Packages that the files below `importers` do not import. */
const packageWalls = [
  {
    importers: "functions/src/contract",
    packages: /^(?!zod$)/,
    message: "The contract is bundled into the browser: zod and its own files only.",
  },
  {
    importers: "functions/src/engine",
    packages: /^(?!node:|zod$)/,
    message: "The engine is pure: no package but zod.",
  },
  {
    importers: "functions/src/features",
    packages: /^(firebase|@google-cloud|google-auth|stripe|express|nodemailer)/,
    message: "Features see interfaces, never an SDK.",
  },
];

const isBelow = (file, folder) => file === folder || file.startsWith(`${folder}/`);

/** Why `importer` must not import the file `imported`, both relative to the root; undefined if it may. */
function refuseFile(importer, imported) {
  if (!importer.startsWith("bench/") && /\.(test|testing|spec)\.tsx?$/.test(imported)) return testHelpers;
  const [feature, otherFeature] = [importer, imported].map(
    (file) => /^web\/src\/features\/[^/]+/.exec(file)?.[0],
  );
  if (feature && otherFeature && feature !== otherFeature)
    return "A feature never imports another: share through components, data or lib.";
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

/** The file that `name` means, relative to the root; undefined if it is a package. */
function readName(importer, name) {
  const file = name.startsWith("@/")
    ? `web/src/${name.slice(2)}`
    : name.startsWith("@contract/")
      ? `functions/src/contract/${name.slice(10)}`
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
