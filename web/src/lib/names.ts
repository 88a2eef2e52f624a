import type { NewNames } from "@contract/names/names";
import type { Role } from "@contract/workspaces";
import { countOf } from "./format";

/** The name to show for a connection: its project's name, else the project's id. */
export const connectionLabel = (
  connection: { projectName?: string | null; projectId?: string | null } | null | undefined,
): string => connection?.projectName || connection?.projectId || "Unknown Connection";

export const regionLabels = { us: "United States", eu: "Europe", india: "India" } as const;

/** The name to show for a person: display name, else email, else 'User'. */
export const userLabel = (user: { displayName?: string | null; email?: string | null }): string =>
  user.displayName || user.email || "User";

/** Says that names which the first run read are nothing new. */
export const plannedNames = ({ knownEvents, knownProperties }: NewNames): string =>
  `${countOf(knownEvents, "event")} and ${countOf(knownProperties, "property", "properties")} count as planned.`;

/** What people with a role may do. */
export const roleHelp: Record<Role, string> = {
  viewer: "Viewers read reports and download files.",
  editor: "Editors change setups and data settings, start runs and close incidents.",
  admin: "Admins can do what editors can, and change connections, channels and members.",
  owner: "Owners can do everything, including billing.",
};
