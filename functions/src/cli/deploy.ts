import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { deploySteps, projectToDeploy } from "./deploy/deploy-steps.js";

const usage = `Builds everything and deploys it: rules and indexes first, then functions and the web app.

  npm run deploy [-- --project ID]

  --project ID   needed only if you ran "npm run deploy:init" for several projects
`;

const root = path.resolve(import.meta.dirname, "../../..");

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { project: { type: "string" }, help: { type: "boolean" } } });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  for (const { command, args, env } of await deploySteps(root, await projectToDeploy(root, values.project))) {
    process.stdout.write(`\n> ${command} ${args.join(" ")}\n`);
    const { status } = spawnSync(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: "inherit",
    });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
