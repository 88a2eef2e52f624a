/** Roots of the cache's keys; what stands below one is refreshed with it. */
export const keys = {
  user: ["user"],
  connections: ["connections"],
  setups: ["setups"],
  detectors: ["detectors"],
  runs: ["runs"],
  activeRun: ["active-run"],
  reports: ["reports"],
  billing: ["billing"],
  estimate: ["estimate"],
} as const;

export const dataSettingsKey = ["data-settings"] as const;
