import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isRecord } from "../../http/body.js";
import { dotenv, type ProductEnvironment } from "../config/environment.js";
import { root } from "../config/paths.js";
import { portTable, reserve, type Ports } from "../config/ports.js";

export interface FirebaseProjectOptions {
  /** Deleted and rewritten on each start. */
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
 * Writes a Firebase project folder for one running stack: `firebase.json` with this stack's ports and a
 * content security policy that lets the browser reach the Auth emulator; the functions with generated
 * settings; and the web app with the address of this stack's Auth emulator. This way nothing local leaks into
 * deployments, and several stacks can run side by side.
 */
export async function writeFirebaseProject(options: FirebaseProjectOptions): Promise<void> {
  rmSync(options.directory, { recursive: true, force: true });
  const functions = path.join(options.directory, "functions");
  mkdirSync(functions, { recursive: true });
  for (const entry of ["package.json", "lib"]) {
    symlinkSync(path.join(options.functionsDir, entry), path.join(functions, entry));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(functions, "node_modules"));
  writeFunctionSettings(functions, options.environment);
  writeWeb(options);
  const config = await localConfig(options);
  writeFileSync(path.join(options.directory, "firebase.json"), JSON.stringify(config, null, 2));
}

/**
 * Writes the settings to where the functions emulator reads them. Git ignores both files, and they are never
 * deployed.
 */
export function writeFunctionSettings(directory: string, environment: ProductEnvironment): void {
  writeFileSync(path.join(directory, ".env.local"), dotenv(environment.parameters));
  writeFileSync(path.join(directory, ".secret.local"), dotenv(environment.secrets), { mode: 0o600 });
}

/**
 * The built app contains the Auth emulator's default address, which is replaced for a stack on other ports.
 */
function writeWeb({ directory, webDir, ports }: FirebaseProjectOptions): void {
  const target = path.join(directory, "web");
  mkdirSync(target);
  if (!existsSync(webDir)) return;
  cpSync(webDir, target, { recursive: true });
  if (ports.auth === portTable.auth.port) return;
  for (const name of readdirSync(target, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(target, name);
    const text = readFileSync(file, "utf8");
    const moved = text.replaceAll(authUrl(portTable.auth.port), authUrl(ports.auth));
    if (moved !== text) writeFileSync(file, moved);
  }
}

const authUrl = (port: number) => `http://127.0.0.1:${port}`;

async function localConfig({ ports }: FirebaseProjectOptions): Promise<unknown> {
  const [hub, logging, tasks, eventarc] = await reserve(4, Object.values(ports));
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
      // firebase-tools always starts these, although nothing calls them.
      hub: at(hub),
      logging: at(logging),
      tasks: at(tasks),
      eventarc: at(eventarc),
      ui: { enabled: false },
    },
  };
}
