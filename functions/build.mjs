import { build, context } from "esbuild";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { deployLockfile } from "./deploy-lockfile.mjs";

// `--into FOLDER` makes a copy of all that is deployed; without it the build stays here.
const { values: options } = parseArgs({ options: { watch: { type: "boolean" }, into: { type: "string" } } });
const here = import.meta.dirname;
const target = path.resolve(options.into ?? here);
const outdir = path.join(target, "lib");
const readJson = async (file) => JSON.parse(await readFile(path.join(here, file), "utf8"));
const manifest = await readJson("package.json");

// Whoever watches the folder would lose sight of it.
if (!options.watch) await rm(outdir, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const lockfile = deployLockfile(await readJson("../package-lock.json"), manifest);
await writeFile(path.join(target, "package-lock.json"), `${JSON.stringify(lockfile, null, 2)}\n`);
await cp(path.join(here, "../.npmrc"), path.join(target, ".npmrc"));
if (target !== here)
  for (const file of ["package.json", ".env"]) await cp(path.join(here, file), path.join(target, file));

// One ESM entry with split chunks: what a request does not need (Stripe, Storage, the engine) is not even parsed at a cold start.
const esbuildOptions = {
  entryPoints: { index: path.join(here, "src/index.ts") },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // Every cold start loads zod: as one file of ours instead of its hundred it takes half the time.
  external: Object.keys(manifest.dependencies).filter((name) => name !== "zod"),
  sourcemap: true,
  logLevel: "warning",
};
if (options.watch) await (await context(esbuildOptions)).watch();
else await build(esbuildOptions);
