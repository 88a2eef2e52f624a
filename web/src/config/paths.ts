/** Id of the run in the public sample report. It has no setup, and its pages have their own addresses. */
export const demoRunId = "demo";
/** Id of the one incident of the sample report that has a page. */
export const demoIncidentId = "demo";

/** Every route of the app, as patterns for the router and as functions for links. */
export const paths = {
  home: "/",
  login: "/login",
  signup: "/signup",
  useCases: "/use-cases",
  demo: "/demo",
  security: "/security",
  privacy: "/privacy",
  terms: "/terms",
  setupWizard: "/setup-wizard",
  newSetup: "/setups/new",
  newSetupFromDashboard: "/setups/new?source=dashboard",
  setups: "/setups",
  setup: (id: string) => `/setups/${id}`,
  editSetup: (id: string) => `/setups/${id}/edit`,
  setupRuns: (id: string) => `/setups/${id}/runs`,
  runs: "/runs",
  incidents: "/incidents",
  incidentsOf: (connectionId: string, since?: string) =>
    `/incidents?connection=${connectionId}${since === undefined ? "" : `&since=${since}`}`,
  incidentsNamed: (name: string) => `/incidents?text=${encodeURIComponent(name)}`,
  incident: (id: string) => (id === demoIncidentId ? "/demo/incident" : `/incidents/${id}`),
  connections: "/connections",
  editConnection: (id: string) => `/connections?edit=${id}`,
  connectionStatus: (id: string, source?: "edit") =>
    `/connection-status/${id}${source ? `?source=${source}` : ""}`,
  dataSettings: "/data-settings",
  whatsNew: "/data-settings/new",
  settings: "/settings",
  profile: "/settings/profile",
  notifications: "/settings/notifications",
  workspaceSettings: "/settings/workspace",
  channels: "/settings/channels",
  apiTokens: "/settings/tokens",
  auditLog: "/settings/audit",
  forgotPassword: "/forgot-password",
  authAction: "/auth/action",
  report: (runId: string) => (runId === demoRunId ? "/demo" : `/reports/${runId}`),
  analysis: (runId: string, detectorId: string) => `${paths.report(runId)}/${detectorId}`,
  /** The analysis with one of its findings open, by its place. */
  finding: (runId: string, detectorId: string, place: number) =>
    `${paths.analysis(runId, detectorId)}?row=${place}`,
} as const;

/** The tabs of Data Settings, for one connection or the newest, with the number of names that wait for a decision. */
export function dataSettingsTabs(connectionId: string | undefined, newNames: number | undefined) {
  const query = connectionId === undefined ? "" : `?connection=${connectionId}`;
  return [
    { label: "Events and properties", to: paths.dataSettings + query },
    { label: "What's new", to: paths.whatsNew + query, count: newNames },
  ];
}
