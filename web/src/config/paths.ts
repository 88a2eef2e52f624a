/** Every route of the app, as patterns for the router and as functions for links. */
export const paths = {
  home: "/",
  login: "/login",
  signup: "/signup",
  useCases: "/use-cases",
  setupWizard: "/setup-wizard",
  newSetup: "/setups/new",
  newSetupFromDashboard: "/setups/new?source=dashboard",
  setups: "/setups",
  setup: (id: string) => `/setups/${id}`,
  editSetup: (id: string) => `/setups/${id}/edit`,
  setupRuns: (id: string) => `/setups/${id}/runs`,
  runs: "/runs",
  connections: "/connections",
  editConnection: (id: string) => `/connections?edit=${id}`,
  connectionStatus: (id: string, source?: "edit") =>
    `/connection-status/${id}${source ? `?source=${source}` : ""}`,
  dataSettings: "/data-settings",
  settings: "/settings",
  report: (runId: string) => `/reports/${runId}`,
  analysis: (runId: string, detectorId: string) => `/reports/${runId}/${detectorId}`,
} as const;
