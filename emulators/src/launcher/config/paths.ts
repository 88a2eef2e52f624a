import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's top folder. */
export const root = path.resolve(fileURLToPath(new URL("../../../..", import.meta.url)));

/** The folder for the data of `npm start`, or `PLUMBLINE_DATA` if set. */
export const defaultDataDir = (environment: NodeJS.ProcessEnv) =>
  path.resolve(root, environment["PLUMBLINE_DATA"] ?? ".data");
