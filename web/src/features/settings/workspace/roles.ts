import { hasRole, roles, type Role } from "@contract/workspaces";

export const roleNames: Record<Role, string> = {
  viewer: "Viewer",
  editor: "Editor",
  admin: "Admin",
  owner: "Owner",
};

export const roleHelp: Record<Role, string> = {
  viewer: "Reads reports and downloads files.",
  editor: "Also setups, runs and data settings.",
  admin: "Also connections and members.",
  owner: "Everything, including billing.",
};

/** The roles that a member with the role `own` may assign. */
export const rolesToGive = (own: Role) =>
  roles
    .filter((role) => role !== "owner" || hasRole(own, "owner"))
    .map((role) => ({ value: role, label: roleNames[role] }));
