/** The name of a connection on screen: its project's name, else the project's id. */
export const connectionLabel = (
  connection: { projectName?: string | null; projectId?: string | null } | null | undefined,
): string => connection?.projectName || connection?.projectId || "Unknown Connection";

export const regionLabels = { us: "United States", eu: "Europe", india: "India" } as const;

/** The name of a person on screen: display name, else email, else 'User'. */
export const userLabel = (user: { displayName?: string | null; email?: string | null }): string =>
  user.displayName || user.email || "User";
