import { rmSync } from "node:fs";
import { defaultDataDir } from "./paths.js";

/** `npm run reset`: the next start begins empty. */
const dataDir = defaultDataDir(process.env);
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(`Removed ${dataDir}\n`);
