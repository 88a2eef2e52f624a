import { rmSync } from "node:fs";
import { defaultDataDir } from "./config/paths.js";

/** `npm run reset`: deletes all data. The next start begins from the seed. */
const dataDir = defaultDataDir(process.env);
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(`Removed ${dataDir}\n`);
