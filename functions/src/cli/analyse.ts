import { createReadStream } from "node:fs";
import { analyse } from "./analyse-export.js";

/** `npm run analyse`: the engine alone on a raw export on disk. Exit code 0 no findings, 1 findings, 2 bad input. */
process.exitCode = await analyse(process.argv.slice(2), {
  open: (path) => (path === "-" ? process.stdin : createReadStream(path, { highWaterMark: 1 << 20 })),
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  width: process.stdout.columns ?? 160,
});
