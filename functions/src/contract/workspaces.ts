import { z } from "zod";
import {
  chosenInstantSchema,
  emailSchema,
  idSchema,
  instantSchema,
  pageQuerySchema,
  textSchema,
} from "./common.js";
import { tokenScopeSchema } from "./tokens.js";

/** Member roles, from least to most permissive; each may do everything the ones before it may. */
export const roles = ["viewer", "editor", "admin", "owner"] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** Whether a member with `role` may do something that requires at least `least`. */
export const hasRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** "an editor", "a viewer" */
export const roleWithArticle = (role: Role): string => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;

/** "AT" for "Ana Torres", "A" for "ana". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return chosen
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .join("")
    .trim()
    .toUpperCase();
}

/** Branded so that no other id, especially a person's, can be passed where a workspace id is expected. */
export const workspaceIdSchema = idSchema.brand<"WorkspaceId">();
export type WorkspaceId = z.infer<typeof workspaceIdSchema>;

/** Header that names the workspace of a request; without it, the person's first workspace is used. */
export const workspaceHeader = "X-Plumbline-Workspace";

/** Maximum number of each in one workspace. */
export const workspaceLimits = {
  connections: 20,
  setups: 100,
  members: 50,
  channels: 20,
  routes: 50,
  tokens: 20,
} as const;
export type LimitedResource = keyof typeof workspaceLimits;

const workspaceNameSchema = textSchema(100).pipe(z.string().min(1));

/** A workspace as one of its members sees it. */
export const workspaceSchema = z.object({
  id: workspaceIdSchema,
  name: z.string(),
  role: roleSchema,
  /** Whether this member is emailed about this workspace's findings. */
  emailNotifications: z.boolean(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** The workspace that a request acts in. `token` is the API token that the request was sent with; null without one. */
export const currentWorkspaceSchema = workspaceSchema.pick({ id: true, name: true, role: true }).extend({
  /** Whether members who want emails get them: whether there is a route to members. */
  emailsMembers: z.boolean(),
  token: z.object({ name: z.string(), scope: tokenScopeSchema, expiresAt: instantSchema }).nullable(),
});

export const createWorkspaceSchema = z.object({ name: workspaceNameSchema });
export const renameWorkspaceSchema = createWorkspaceSchema;

export const memberSchema = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  role: roleSchema,
  joinedAt: instantSchema,
  emailNotifications: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

export const changeRoleSchema = z.object({ role: roleSchema });

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  invitedBy: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const createInvitationSchema = z.object({ email: emailSchema, role: roleSchema });

export const invitationTokenSchema = z.object({ token: z.string().min(1).max(512) });
/** Shown to the holder of an invitation's link before joining. */
export const invitationPreviewSchema = invitationSchema
  .pick({ email: true, role: true, invitedBy: true })
  .extend({
    state: z.enum(["open", "used", "expired"]),
    workspaceId: workspaceIdSchema,
    workspaceName: z.string(),
    members: z.int(),
    /** Initials of a few members, the sender's first; nothing else about them. Empty once it is used or has expired. */
    initials: z.array(z.string()),
    /** Whether someone has signed up with the invited address. */
    hasAccount: z.boolean(),
  });
export const invitationSignUpSchema = invitationTokenSchema.extend({
  displayName: textSchema(200).pipe(z.string().min(1)),
  password: z.string().min(6).max(1024),
});
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

/** Actions that the audit log records. */
const auditActions = [
  "workspace.created",
  "workspace.renamed",
  "workspace.data-requested",
  "workspace.audit-downloaded",
  "member.data-requested",
  "member.invited",
  "invitation.revoked",
  "member.joined",
  "member.role-changed",
  "member.removed",
  "member.left",
  "connection.created",
  "connection.updated",
  "connection.verified",
  "connection.deleted",
  "connection.annotations-on",
  "connection.annotations-off",
  "setup.created",
  "setup.updated",
  "setup.deleted",
  "exclusion.added",
  "exclusion.removed",
  "segments.chosen",
  "name.decided",
  "run.started",
  "run.canceled",
  "run.deleted",
  "release.recorded",
  "release.deleted",
  "token.created",
  "token.revoked",
  "channel.created",
  "channel.updated",
  "channel.deleted",
  "channel.switched-on",
  "channel.switched-off",
  "channel.secret-rotated",
  "route.created",
  "route.updated",
  "route.deleted",
  "billing.checkout-opened",
  "billing.canceled",
  "billing.resumed",
  "billing.spending-limit-set",
] as const;

/** What an action is about: the part of its name before the dot. */
export const auditAreas = [
  "workspace",
  "member",
  "invitation",
  "connection",
  "setup",
  "exclusion",
  "segments",
  "name",
  "run",
  "release",
  "token",
  "channel",
  "route",
  "billing",
] as const;
export type AuditArea = (typeof auditAreas)[number];

export const auditVias = ["web", "api", "cli", "assistant"] as const;

/** One line of the audit log: who did what, to what, when, and from which address. */
export const auditEntrySchema = z.object({
  id: z.string(),
  createdAt: instantSchema,
  action: z.enum(auditActions),
  /** `token` is the name of the API token that was used, if any; the actor is then the token's creator. */
  actor: z.object({ uid: z.string(), email: z.string(), token: z.string().optional() }),
  /** Where it was done. Programs name themselves, so `api` may be any. */
  via: z.enum(auditVias),
  /** The object of the action, as a person would name it: an address, a connection's name. */
  target: z.string(),
  /** IP address of the request; null when unknown. */
  ip: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The log's entries from `since` until before `until`; a person is named by address. */
const auditFilterSchema = z.object({
  person: z.string().trim().max(254).toLowerCase().optional(),
  area: z.enum(auditAreas).optional(),
  via: z.enum(auditVias).optional(),
  since: chosenInstantSchema.optional(),
  until: chosenInstantSchema.optional(),
});
export const auditQuerySchema = pageQuerySchema.extend(auditFilterSchema.shape);
export const auditExportQuerySchema = auditQuerySchema.omit({ limit: true });
export type AuditFilter = z.output<typeof auditFilterSchema>;
