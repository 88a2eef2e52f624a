import { hasRole, roles, type Role } from "@contract/workspaces";

export const roleNames: Record<Role, string> = {
  viewer: "Viewer",
  editor: "Editor",
  admin: "Admin",
  owner: "Owner",
};

/** The roles that a member with the role `own` may assign. */
export const rolesToGive = (own: Role) =>
  roles
    .filter((role) => role !== "owner" || hasRole(own, "owner"))
    .map((role) => ({ value: role, label: roleNames[role] }));
