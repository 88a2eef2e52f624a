/** Ids for the routes below. */
export type Ids = { runId: string; setupId: string; connectionId: string; incidentId: string };

/** Public pages whose HTML the build writes; one of the nine analyses of the sample report stands for all. */
export const prerenderedRoutes = [
  "/",
  "/use-cases",
  "/security",
  "/demo",
  "/demo/event_count_change",
  "/demo/incident",
] as const;

export const signedOutRoutes = [
  ...prerenderedRoutes,
  "/login",
  "/signup",
  "/forgot-password",
  "/auth/action",
  "/privacy",
  "/terms",
  "/no/such/page",
] as const;

/** Pages for someone who has just signed up. */
export const emptyRoutes = [
  "/",
  "/connections",
  "/setups",
  "/setup-wizard",
  "/runs",
  "/incidents",
  "/data-settings",
  "/settings",
] as const;

/** Pages for an account with a connection, a setup and a report. */
export const signedInRoutes = ({ runId, setupId, connectionId, incidentId }: Ids): readonly string[] => [
  "/",
  "/connections",
  `/connections?edit=${connectionId}`,
  `/connection-status/${connectionId}`,
  "/data-settings",
  "/data-settings/new",
  "/setups",
  "/setups/new",
  `/setups/${setupId}`,
  `/setups/${setupId}/edit`,
  `/setups/${setupId}/runs`,
  "/runs",
  "/settings",
  "/settings/profile",
  "/settings/workspace",
  "/settings/channels",
  "/settings/notifications",
  "/settings/tokens",
  "/settings/audit",
  "/incidents",
  `/incidents/${incidentId}`,
  `/reports/${runId}`,
  `/reports/${runId}/event_count_change`,
  `/reports/${runId}/event_stopped`,
  `/reports/${runId}/event_property_null_rate`,
  `/reports/${runId}/event_property_distribution`,
  `/reports/${runId}/user_profile_count_change`,
  "/no/such/page",
];

/** Names of buttons, links and checkboxes that change what a workspace has. Reading, filtering and going elsewhere is for everyone. */
export const changingNames =
  /^(Run(?! History)|Run Now|Rerun|Cancel|Cancel Run|Delete|Edit(?! profile)|Pause|Resume|Create|Add|Sync|Save|Retry Verification|Verify|Acknowledge|Assign|Mute|Close|Select|Change|Exclude all|Include all|Set Up|Invite|Approve|Ignore)\b/;
