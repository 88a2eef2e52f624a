import { readdirSync } from "node:fs";
import importX from "eslint-plugin-import-x";

/** What checks the product and is never part of it. */
export const testFiles = ["**/*.{test,testing,spec}.{ts,tsx}", "**/testing/**", "*/test/**", "web/e2e/**"];

/** What `importers` must not import: everything in `imported` but `except` (relative to it). The arrows of docs/architecture.md. */
const wall = (importers, imported, except, message) => ({
  target: importers,
  from: imported,
  except,
  message,
});

const only = (...allowed) => allowed.map((name) => `./${name}`);

/** What operations may ask for; only types. */
const dependencies = "composition/dependencies.ts";

const outsideFunctions = (importers) =>
  ["./web", "./cli", "./emulators", "./bench"].map((imported) =>
    wall(
      importers,
      imported,
      [],
      "Deployed code imports nothing from the app, the stand-ins or the benchmarks.",
    ),
  );

const functionsWalls = [
  ...outsideFunctions("./functions/src"),
  wall(
    "./functions/src/contract",
    "./functions/src",
    only("contract"),
    "The contract is bundled into the browser: zod and its own files only.",
  ),
  wall(
    "./functions/src/engine",
    "./functions/src",
    only("contract", "engine"),
    "The engine is pure: the contract and its own files only.",
  ),
  wall(
    "./functions/src/common",
    "./functions/src",
    only("contract", "common"),
    "What everything shares knows none of its users.",
  ),
  wall(
    "./functions/src/ports",
    "./functions/src",
    only("contract", "engine", "common", "ports", "features"),
    "An interface names the data of those it serves, never who implements it.",
  ),
  wall(
    "./functions/src/features",
    "./functions/src",
    only("contract", "engine", "common", "ports", "features", dependencies),
    "Features see interfaces, never adapters, HTTP or configuration.",
  ),
  wall(
    "./functions/src/mcp",
    "./functions/src",
    only("contract", "mcp"),
    "Tools for assistants call the API, whoever brings them there: the contract and their own files only.",
  ),
  wall(
    "./functions/src/adapters",
    "./functions/src",
    only("contract", "common", "ports", "features", "adapters"),
    "Adapters implement interfaces; they know neither the engine nor HTTP.",
  ),
  wall(
    "./functions/src/http",
    "./functions/src",
    only("contract", "common", "ports", "features", "mcp", "http", dependencies),
    "HTTP parses and calls an operation; adapters and the engine are handed to the operation.",
  ),
];

const webWalls = [
  wall("./web/src", "./functions", ["./src/contract"], "The app sees the contract only (through @contract)."),
  wall("./web/src", "./emulators", [], "The app knows nothing of the stand-ins."),
  ...readdirSync(new URL("../web/src/features", import.meta.url)).map((feature) =>
    wall(
      `./web/src/features/${feature}`,
      "./web/src/features",
      [`./${feature}`],
      "A feature never imports another: share through components, data or lib.",
    ),
  ),
  wall("./web/src/features", "./web/src/app", [], "Features are mounted by the app and do not know it."),
  ...["features", "data", "app"].map((imported) =>
    wall(
      "./web/src/components",
      `./web/src/${imported}`,
      [],
      "Components take props: no feature, no data, no app.",
    ),
  ),
  ...["features", "components", "app"].map((imported) =>
    wall("./web/src/data", `./web/src/${imported}`, [], "Queries know no screen."),
  ),
  ...["features", "components", "data", "app"].map((imported) =>
    wall("./web/src/lib", `./web/src/${imported}`, [], "What everything shares knows none of its users."),
  ),
];

const cliWalls = [
  wall(
    "./cli/src",
    "./functions",
    ["./src/contract", "./src/engine", "./src/mcp"],
    "The command line is published: the contract, the engine and the tools for assistants only.",
  ),
  ...["web", "emulators", "bench"].map((imported) =>
    wall(
      "./cli/src",
      `./${imported}`,
      [],
      "The command line is published: the contract and the engine only.",
    ),
  ),
];

const emulatorWalls = [
  wall(
    "./emulators/src",
    "./functions",
    ["./src/contract"],
    "A stand-in plays the outside world: no product code.",
  ),
  wall("./emulators/src", "./web", [], "A stand-in plays the outside world: no product code."),
];

const testingWalls = [
  wall("./functions/src", "./functions/src/testing", [], "Test helpers stay out of product code."),
  wall("./functions/src", "./functions/test", [], "Test helpers stay out of product code."),
  wall("./web/src", "./web/src/testing", [], "Test helpers stay out of product code."),
  wall(
    ["./functions/src", "./web/src", "./cli/src", "./emulators/src"],
    "**/*.{test,testing,spec}.{ts,tsx}",
    [],
    "Test helpers stay out of product code.",
  ),
];

/** Within `folder`, imports of packages that match `regex` are an error. */
const packages = (folder, regex, message) => ({
  files: [`functions/src/${folder}/**/*.ts`],
  ignores: testFiles,
  rules: { "no-restricted-imports": ["error", { patterns: [{ regex, message }] }] },
});

export default [
  {
    files: ["**/*.{ts,tsx}"],
    ignores: testFiles,
    plugins: { "import-x": importX },
    rules: {
      "import-x/no-restricted-paths": [
        "error",
        {
          basePath: new URL("..", import.meta.url).pathname,
          zones: [...functionsWalls, ...webWalls, ...cliWalls, ...emulatorWalls, ...testingWalls],
        },
      ],
    },
  },
  packages(
    "contract",
    "^(?!zod$|\\.)",
    "The contract is bundled into the browser: zod and its own files only.",
  ),
  packages("engine", "^(?!node:|zod$|\\.)", "The engine is pure: no package but zod."),
  packages(
    "features",
    "^(firebase|@google-cloud|google-auth|stripe|express|nodemailer)",
    "Features see interfaces, never an SDK.",
  ),
];
