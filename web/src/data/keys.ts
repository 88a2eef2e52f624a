/** Root keys of the query cache. Invalidating a root refetches everything below it. */
export const keys = {
  user: ["user"],
  workspace: ["workspace"],
  connections: ["connections"],
  setups: ["setups"],
  detectors: ["detectors"],
  runs: ["runs"],
  incidents: ["incidents"],
  uses: ["uses"],
  activeRun: ["active-run"],
  reports: ["reports"],
  billing: ["billing"],
  estimate: ["estimate"],
  replays: ["replays"],
  names: ["names"],
} as const;

/** Not below runs: it is no list of runs. */
export const setupResultsKey = [...keys.setups, "results"] as const;
export const dataSettingsKey = ["data-settings"] as const;
/** What the schedules cost a month: setups and exclusions change it. */
export const monthlyCostKey = [...keys.billing, "estimate"] as const;
/** Below incidents, since what changes these changes Home; so do connections and setups. */
export const homeKey = [...keys.incidents, "home"] as const;
