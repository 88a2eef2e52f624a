import { createReadStream } from "node:fs";
import { runProgram } from "./program.js";

// A reader that stops early, as in `plumbline runs | head`, isn't an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  open: (path) => (path === "-" ? process.stdin : createReadStream(path, { highWaterMark: 1 << 20 })),
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  isOutTerminal: process.stdout.isTTY === true,
  width: process.stdout.columns ?? 160,
});
