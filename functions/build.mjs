import { build, context } from "esbuild";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { deployLockfile } from "./deploy-lockfile.mjs";

// `--into FOLDER` writes everything that is deployed to that folder. By default, the build goes into this one.
const { values: options } = parseArgs({ options: { watch: { type: "boolean" }, into: { type: "string" } } });
const here = import.meta.dirname;
const target = path.resolve(options.into ?? here);
const outdir = path.join(target, "lib");
const readJson = async (file) => JSON.parse(await readFile(path.join(here, file), "utf8"));
const manifest = await readJson("package.json");

// When watching, the folder stays, because processes that watch it would lose track of a new one.
if (!options.watch) await rm(outdir, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const lockfile = deployLockfile(await readJson("../package-lock.json"), manifest);
await writeFile(path.join(target, "package-lock.json"), `${JSON.stringify(lockfile, null, 2)}\n`);
await cp(path.join(here, "../.npmrc"), path.join(target, ".npmrc"));
if (target !== here)
  for (const file of ["package.json", ".env"]) await cp(path.join(here, file), path.join(target, file));

// One ESM entry with split chunks, so that a cold start doesn't even parse code that the request doesn't need (Stripe,
// Storage, the engine).
const esbuildOptions = {
  entryPoints: { index: path.join(here, "src/index.ts") },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // Every cold start loads zod. Bundled, it takes half as long as loading its hundred files.
  external: Object.keys(manifest.dependencies).filter((name) => name !== "zod"),
  sourcemap: true,
  logLevel: "warning",
};
if (options.watch) await (await context(esbuildOptions)).watch();
else await build(esbuildOptions);
