import { spawn, spawnSync, type SpawnOptions } from "node:child_process";

/** Not every container has util-linux. Without it, tests of Ctrl-C are skipped, but not in CI. */
export const hasTerminal = spawnSync("script", ["--version"]).error === undefined;
if (!hasTerminal) {
  const text = "`script` (util-linux) is not installed: Ctrl-C and closed terminals are not tested.";
  if (process.env["CI"]) throw new Error(text);
  console.warn(text);
}

/** Runs a shell's command in a terminal of its own. */
export function spawnInTerminal(command: string, options: Pick<SpawnOptions, "cwd" | "env">) {
  const args =
    process.platform === "darwin"
      ? ["-q", "/dev/null", "sh", "-c", command]
      : ["-qfec", command, "/dev/null"];
  // Its standard input is the terminal's keyboard.
  const child = spawn("script", args, { ...options, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  return {
    child,
    pressCtrlC: () => void child.stdin.write("\u0003"),
    closeTerminal: () => void child.kill("SIGKILL"),
  };
}
