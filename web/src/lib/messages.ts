/** Texts for an HTTP status from Mixpanel, used when the response has no text of its own. */
export const statusMessages: Readonly<Record<number, string | undefined>> = {
  400: "The request was rejected for invalid parameters; review the configuration.",
  401: "The credentials were rejected; confirm the service account username and secret.",
  403: "Access to the project was denied; ensure the service account has the necessary permissions.",
  404: "The project or resource was not found; double-check the project ID and region.",
  429: "Rate limit exceeded; wait before retrying.",
  500: "Internal error while verifying the connection; try again shortly.",
  503: "Temporarily unavailable; try again later.",
};

/** Texts for an HTTP status from our own API, used when the response has no text of its own. */
export const generalStatusMessages: Readonly<Record<number, string | undefined>> = {
  0: "We couldn't reach Plumbline. Check your internet connection and try again.",
  400: "Plumbline didn't accept this. Check what you entered and try again.",
  401: "Your session is no longer valid. Log in again.",
  403: "You don't have access to this.",
  404: "This no longer exists.",
  413: "This request is too large. Save fewer changes at a time.",
  429: "Rate limit exceeded; wait before retrying.",
  500: "Something went wrong on our side. Please try again.",
  502: "A service we depend on didn't answer. Please try again.",
  503: "Temporarily unavailable; try again later.",
};

/** The texts of toasts, banners and inline errors, by area. */
export const messages = {
  error: "Error",
  notAuthenticated: "User is not authenticated",
  createUserFailed: "Failed to create user record",
  auth: {
    signInFailed: "Sign in failed",
    signInHint: "Please check your credentials and try again.",
    signUpFailed: "Sign up failed",
    signUpHint: "Please try again.",
    sessionEnded: "Your session has ended",
    sessionEndedHint: "Log in again to continue.",
    accountCreated: "Account created",
    recordComesLater: "You're logged in; we'll try again the next time you open Plumbline.",
    welcome: "Welcome to Plumbline! Your account has been created successfully.",
  },
  /** Claims no deletion: the server doesn't tell what exists in workspaces that a person can't see. */
  notInWorkspaces: (names: readonly string[]) =>
    `${names.length > 1 ? `It's in none of your workspaces (${names.join(", ")}). ` : ""}Either you don't have access to its workspace, or it no longer exists.`,
  askForRole: "Ask an owner or admin of the workspace for that role.",
  setups: {
    createFailed: "Failed to create setup",
    updateFailed: "Failed to update setup",
    pauseFailed: "Failed to pause setup",
    resumeFailed: "Failed to resume setup",
    deleteFailed: "Failed to delete setup",
    created: { title: "Setup created", description: "Your setup has been created." },
    updated: { title: "Setup updated", description: "Your setup has been updated." },
    paused: { title: "Setup paused", description: "Setup has been paused." },
    resumed: { title: "Setup resumed", description: "Setup has been resumed." },
    deleted: { title: "Setup deleted", description: "Setup has been deleted." },
    missingFields: "Missing required fields",
    missingFieldsHint: "Please fill in all required fields and select at least one detector.",
    noVerifiedConnections: "No verified connections available. Please add and verify a connection first.",
    deleteQuestion: "Are you sure you want to delete this setup? This action cannot be undone.",
    invalidUrl: "Invalid setup URL",
    notFound: "Setup not found",
    notFoundHint: "Reports of a deleted setup are still in the run history.",
  },
  connections: {
    createFailed: "Failed to create connection",
    connectedTwice: "You can still save this one. Setups on both find, report and bill the same data twice.",
    shortHistory: {
      title: "This project's Mixpanel plan limits history",
      text: (days: number) =>
        `It gives access to only the last ${days} days, so checks have fewer weeks to compare with than usual.`,
    },
    updateFailed: "Failed to update connection",
    deleteFailed: "Failed to delete connection",
    verifyFailed: "Failed to verify connection",
    created: {
      title: "Connection created",
      description: "Your connection has been created and is being verified.",
    },
    updated: {
      title: "Connection updated",
      description: "Your connection has been updated and is being verified.",
    },
    deleted: { title: "Connection deleted", description: "Connection deleted successfully." },
    verifiedTitle: "Connection verified",
    verified: "Connection verification completed.",
    verifiedOnRetry: "Connection verification completed after a retry.",
    deleteQuestion:
      "Are you sure you want to delete this connection? All its analysis data is deleted too; reports stay unless you choose otherwise. This action cannot be undone.",
    notFound: "Connection Not Found",
  },
  runs: {
    startFailed: "Failed to start run",
    cancelFailed: "Failed to cancel run",
    deleteFailed: "Failed to delete run",
    started: { title: "Run started", description: "The quality check run has been started." },
    countedAgain: (checks: string) =>
      `The last run already tested these days. Running again counts about ${checks} again. Scheduled runs count each day once.`,
    endedTitle: "Run finished",
    ended: (setup: string) => `The report for ${setup} is ready.`,
    failedTitle: "Run failed",
    failed: (setup: string) => `The run of ${setup} failed.`,
    viewReport: "View Report",
    viewDetails: "View Details",
    cancelled: { title: "Run cancelled", description: "Run has been cancelled." },
    deleted: { title: "Run deleted", description: "Run has been deleted." },
    deleteQuestion:
      "Are you sure you want to delete this run? Its report and CSV files are deleted too. This action cannot be undone.",
    ownerMustPay: "The free run is used. An owner of the workspace can set up a payment method in Settings.",
    blocked: {
      title: "Cannot Start New Run",
      description: "Only one run per account can be active. Cancel the active run first.",
    },
  },
  payment: {
    unavailable: {
      title: "Payment Setup Unavailable",
      description: "Stripe is not yet configured. Payment setup will be available soon.",
    },
    popupBlocked: { title: "Popup Blocked", description: "Please allow popups for this site and try again." },
    setupErrorTitle: "Setup Error",
    setupError: "Unable to set up payment method. Please try again.",
    timedOut: {
      title: "Checkout timed out",
      description: "We couldn't detect that the payment setup was completed. Please try again.",
    },
    unconfirmed: {
      title: "Unable to confirm payment method",
      description: "We couldn't confirm your payment method. Please try again or refresh the page.",
    },
    confirmed: {
      title: "Payment method confirmed",
      description: "You're all set to continue processing data.",
    },
    cardChanged: { title: "Card changed", description: "Future invoices are charged to the new card." },
    returned: {
      doneTitle: "Card saved",
      done: "You can close this window. Continue in the window you came from.",
      cancelledTitle: "No card was saved",
      cancelled: "You can close this window and try again at any time.",
    },
  },
  billing: {
    authenticationTitle: "Authentication Required",
    authentication: "Please sign in to view your billing information and usage data.",
    unavailableTitle: "Billing Information Unavailable",
    unavailable: "A temporary service issue. Your runs and reports aren't affected. Please try again.",
    cancelFailedTitle: "Failed to cancel billing",
    cancelFailed: "Failed to cancel billing. Please contact support if this issue persists.",
    cancelled: {
      title: "Billing cancelled",
      description: "Your billing has been cancelled. You keep access until the end of the billing period.",
    },
    cancelQuestion:
      "Are you sure you want to cancel billing? You keep access until the end of the billing period; after that, this cannot be undone.",
    resumed: { title: "Billing resumed", description: "Your plan continues as before." },
    resumeFailed: "Failed to resume billing",
  },
  preferences: {
    failed: "Failed to update preferences. Please try again.",
    updated: { title: "Preferences updated", description: "Notification preferences updated successfully" },
    confirmTitle: "Check your inbox",
    confirm: (email: string) => `Open the link we sent to ${email} to turn emails back on.`,
  },
  download: {
    unauthorised: "You are not authorized to download this report",
    notFound: "CSV report not found",
    failed: (reason: string) => `Failed to get download URL: ${reason}`,
    noUrl: "No download URL received",
    noToken: "Authentication token not available",
    alert: (reason: string) => `Failed to download CSV report: ${reason}`,
  },
  analysis: { loadFailed: "Unable to Load Analysis Results", noIssues: "No Specific Issues Identified" },
  names: {
    approved: "Approved",
    ignored: "Ignored",
    excluded: "Excluded from the next run on",
    undone: "Undone",
    failed: "Failed to save the decision",
  },
  dataSettings: {
    refreshFailed: "Failed to refresh data settings while syncing.",
    syncFailedTitle: "Sync failed",
    syncFailed: "We couldn't complete the schema sync. Please try again.",
    syncTimeout: {
      title: "Sync timeout",
      description: "We couldn't confirm the schema sync completed. Please try again.",
    },
    lastSyncFailed: "Last sync failed",
    updateFailed: "Failed to update data settings",
    updated: "Data settings updated",
    unsaved: {
      title: "Changes not saved",
      description: "They stay in Data Settings until you save them, or until you close or reload this tab.",
    },
    syncStarted: "Schema sync started",
    syncFinished: "Schema sync finished.",
  },
} as const;
