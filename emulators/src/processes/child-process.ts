import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
}

export interface Child {
  readonly pid: number;
  /** Resolves with the exit code when the process has ended, or with null after a signal. */
  readonly exited: Promise<number | null>;
  /** Sends a signal, and SIGKILL to the whole group once the process has ended or the time is up. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>;
}

/**
 * Starts a process in its own group, so that Ctrl-C in the terminal only reaches the launcher, which then
 * stops the parts in order. If this program exits first, the group is killed.
 * @throws Error if the command can't be started
 */
export async function startChild(
  command: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<Child> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => options.onLine(plain(line)));
  }
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  await new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  const pid = child.pid!;
  const killAtExit = () => killGroup(pid);
  process.once("exit", killAtExit);
  void exited.then(() => {
    // What the process started itself ends with it, also when it could not end that in order.
    killGroup(pid);
    process.off("exit", killAtExit);
  });
  return {
    pid,
    exited,
    async stop(signal, graceMs) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const timer = setTimeout(() => killGroup(pid), graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Removes colors and other terminal control sequences. */
// oxlint-disable-next-line no-control-regex -- that is what is removed
const plain = (line: string) => line.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Every process of the group has ended.
  }
}
