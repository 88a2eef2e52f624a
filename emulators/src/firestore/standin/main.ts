import { startServer } from "./server.js";

/** `main.ts PORT [DATA_DIR]`: runs the stand-in as a process. It prints `ready` when it is listening. */
const [port, dataDir] = process.argv.slice(2);
const server = await startServer(Number(port), dataDir);
console.log(`ready on ${server.port}`);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    server.close();
    process.exit(0);
  });
}
