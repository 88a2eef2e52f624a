import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isRecord } from "../http/body.js";
import { dotenv, type ProductEnvironment } from "./environment.js";
import { root } from "./paths.js";
import type { Ports } from "./ports.js";
import { reserve } from "./ports.js";

export interface FirebaseProjectOptions {
  /** Made anew at each start. */
  readonly directory: string;
  readonly projectId: string;
  readonly ports: Ports;
  readonly environment: ProductEnvironment;
  /** The functions' folder with its built `lib`. */
  readonly functionsDir: string;
  /** The built web app. */
  readonly webDir: string;
}

/**
 * Writes a Firebase project folder for one running stack: `firebase.json` with this stack's ports and a content security
 * policy that lets the browser reach the Auth emulator, the functions with generated settings, the web app with its
 * `config.json`. So nothing local leaks into what is deployed, and several stacks run side by side.
 */
export async function writeFirebaseProject(options: FirebaseProjectOptions): Promise<void> {
  rmSync(options.directory, { recursive: true, force: true });
  const functions = path.join(options.directory, "functions");
  mkdirSync(functions, { recursive: true });
  for (const entry of ["package.json", "lib"]) {
    symlinkSync(path.join(options.functionsDir, entry), path.join(functions, entry));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(functions, "node_modules"));
  writeFileSync(path.join(functions, ".env.local"), dotenv(options.environment.parameters));
  writeFileSync(path.join(functions, ".secret.local"), dotenv(options.environment.secrets), { mode: 0o600 });
  writeWeb(options);
  const config = await localConfig(options);
  writeFileSync(path.join(options.directory, "firebase.json"), JSON.stringify(config, null, 2));
}

/** The web app asks for `/config.json` at its start; Firebase reads these names in every project. */
function writeWeb({ directory, webDir, projectId, ports }: FirebaseProjectOptions): void {
  const target = path.join(directory, "web");
  mkdirSync(target);
  if (existsSync(webDir)) cpSync(webDir, target, { recursive: true });
  writeFileSync(path.join(target, "config.json"), JSON.stringify(webConfig(projectId, ports), null, 2));
}

export const webConfig = (projectId: string, ports: Ports) => ({
  firebase: { apiKey: "demo-key", authDomain: `${projectId}.firebaseapp.com`, projectId },
  authEmulatorUrl: `http://127.0.0.1:${ports.auth}`,
});

async function localConfig({ ports }: FirebaseProjectOptions): Promise<unknown> {
  const [hub, logging, tasks, eventarc] = await reserve(4);
  const committed = readFileSync(path.join(root, "firebase.json"), "utf8").replaceAll(
    "connect-src 'self'",
    `connect-src 'self' http://127.0.0.1:${ports.auth}`,
  );
  const config: unknown = JSON.parse(committed);
  if (!isRecord(config) || !isRecord(config["hosting"]) || !isRecord(config["functions"])) {
    throw new TypeError("firebase.json lacks its hosting or functions part.");
  }
  const at = (port: number | undefined) => ({ host: "127.0.0.1", port });
  return {
    hosting: { ...config["hosting"], public: "web" },
    functions: { ...config["functions"], predeploy: [] },
    emulators: {
      singleProjectMode: false,
      auth: at(ports.auth),
      functions: at(ports.functions),
      hosting: at(ports.hosting),
      // firebase-tools starts these by itself; nobody calls them.
      hub: at(hub),
      logging: at(logging),
      tasks: at(tasks),
      eventarc: at(eventarc),
      ui: { enabled: false },
    },
  };
}
