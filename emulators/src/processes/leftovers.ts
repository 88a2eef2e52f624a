import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../http/body.js";

const launcher = "launcher";
const fileIn = (dataDir: string) => path.join(dataDir, "processes.json");

/** Stores the process ids of this start, so that the next one can end them if this one is killed. */
export function recordProcesses(dataDir: string, pids: Readonly<Record<string, number>>): void {
  const all = { [launcher]: process.pid, ...pids };
  const entries = Object.entries(all).map(([part, pid]) => [part, { pid, command: commandOf(pid) }]);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(Object.fromEntries(entries)));
}

export const forgetProcesses = (dataDir: string) => rmSync(fileIn(dataDir), { force: true });

/**
 * Stops the processes of an earlier start that was killed: only those that were recorded and still run the
 * same command.
 * @returns the names of the parts that were stopped
 */
export async function endLeftovers(dataDir: string): Promise<string[]> {
  if (!existsSync(fileIn(dataDir))) return [];
  const noted: unknown = JSON.parse(readFileSync(fileIn(dataDir), "utf8"));
  const alive = Object.entries(isRecord(noted) ? noted : {}).flatMap(([part, entry]) => {
    if (!isRecord(entry)) return [];
    const [pid, command] = [Number(entry["pid"]), String(entry["command"])];
    return command !== "" && commandOf(pid) === command ? [{ part, pid, command }] : [];
  });
  // That start is still running, so the port check will fail.
  if (alive.some(({ part }) => part === launcher)) return [];
  for (const { pid, command } of alive) await end(pid, command);
  forgetProcesses(dataDir);
  return alive.map(({ part }) => part);
}

async function end(pid: number, command: string): Promise<void> {
  process.kill(pid, "SIGINT");
  for (let waited = 0; waited < 10_000; waited += 200) {
    await sleep(200);
    if (commandOf(pid) !== command) return;
  }
  process.kill(-pid, "SIGKILL");
}

/** A process's command line, or empty if there is no such process or no `ps`. */
function commandOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}
