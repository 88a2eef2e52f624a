import { once } from "node:events";
import { generateExport } from "./generate-export.js";

/** Writes the generated export to standard output, at the speed at which it is read. */
for (const chunk of generateExport(Number(process.argv[2])))
  if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
