import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's top folder. */
export const root = path.resolve(fileURLToPath(new URL("../../../..", import.meta.url)));

/** Where `npm start` keeps its data; `PLUMBLINE_DATA` moves it. */
export const defaultDataDir = (environment: NodeJS.ProcessEnv) =>
  path.resolve(root, environment["PLUMBLINE_DATA"] ?? ".data");
