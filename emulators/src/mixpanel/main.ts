import { projectDefinitions, demoAccount } from "./projects.js";
import { startMixpanel } from "./server.js";

/** Runs only this stand-in: `npx tsx emulators/src/mixpanel/main.ts`. */
const port = Number(process.env["PLUMBLINE_MIXPANEL_PORT"] ?? 9700);
const dataDir = process.env["MIXPANEL_DATA_DIR"];
const mixpanel = await startMixpanel({ port, ...(dataDir === undefined ? {} : { dataDir }) });

console.log(`Mixpanel stand-in on ${mixpanel.url}`);
console.log(`  account ${demoAccount.username} / ${demoAccount.secret}`);
for (const { id, name, region } of projectDefinitions) console.log(`  ${region} ${id} ${name}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void mixpanel.close().then(() => process.exit(0)));
}
