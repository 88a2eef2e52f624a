import { z } from "zod";
import { deleteWorkspaceSchema, workspaceDeletionSchema } from "../account.js";
import { emptyBodySchema } from "../common.js";
import { apiTokenSchema, createdTokenSchema, createTokenSchema } from "../tokens.js";
import * as workspaces from "../workspaces.js";
import { del, get, patch, post, type Endpoints } from "./endpoint.js";

export const workspacesEndpoints = {
  createWorkspace: post("signed-in", "/api/v1/workspaces", {
    summary: "Creates a workspace with you as its owner.",
    needsVerifiedEmail: false,
    body: workspaces.createWorkspaceSchema,
    response: workspaces.workspaceSchema,
    status: 201,
  }),
  getWorkspace: get("viewer", "/api/v1/workspace", {
    summary: "The workspace that the request acts in, and the token it was sent with.",
    scope: "read",
    response: workspaces.currentWorkspaceSchema,
  }),
  renameWorkspace: patch("admin", "/api/v1/workspace", {
    summary: "Renames the workspace.",
    needsVerifiedEmail: false,
    body: workspaces.renameWorkspaceSchema,
    response: workspaces.workspaceSchema,
  }),
  listMembers: get("viewer", "/api/v1/members", {
    summary: "The workspace's members, in the order they joined.",
    response: z.array(workspaces.memberSchema),
  }),
  changeRole: patch("admin", "/api/v1/members/:uid", {
    summary: "Changes a member's role. Only owners can add or change owners.",
    needsVerifiedEmail: false,
    body: workspaces.changeRoleSchema,
  }),
  removeMember: del("admin", "/api/v1/members/:uid", {
    summary: "Removes a member.",
    needsVerifiedEmail: false,
  }),
  leaveWorkspace: post("viewer", "/api/v1/workspace/leave", {
    summary: "Removes you from the workspace.",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
  }),
  listInvitations: get("admin", "/api/v1/invitations", {
    summary: "Invitations that nobody has accepted yet, newest first.",
    response: z.array(workspaces.invitationSchema),
  }),
  inviteMember: post("admin", "/api/v1/invitations", {
    summary: "Emails an invitation that works once, for 7 days and for this address only.",
    needsVerifiedEmail: true,
    body: workspaces.createInvitationSchema,
    response: workspaces.invitationSchema,
    status: 201,
  }),
  resendInvitation: post("admin", "/api/v1/invitations/:id/resend", {
    summary: "Emails an invitation again with a new link; the old link stops working.",
    needsVerifiedEmail: true,
    body: emptyBodySchema,
    response: workspaces.invitationSchema,
  }),
  revokeInvitation: del("admin", "/api/v1/invitations/:id", {
    summary: "Revokes an invitation.",
    needsVerifiedEmail: false,
  }),
  previewInvitation: post("public", "/api/v1/invitations/preview", {
    summary: "Preview of an invitation: its workspace, role and inviter.",
    body: workspaces.invitationTokenSchema,
    response: workspaces.invitationPreviewSchema,
  }),
  signUpByInvitation: post("public", "/api/v1/invitations/sign-up", {
    summary: "Creates the invited address's account, verified, and joins the workspace.",
    body: workspaces.invitationSignUpSchema,
    response: workspaces.workspaceSchema,
    status: 201,
  }),
  acceptInvitation: post("signed-in", "/api/v1/invitations/accept", {
    summary: "Accepts an invitation and joins its workspace.",
    needsVerifiedEmail: true,
    body: workspaces.invitationTokenSchema,
    response: workspaces.workspaceSchema,
  }),
  listTokens: get("admin", "/api/v1/tokens", {
    summary: "The workspace's API tokens, newest first.",
    response: z.array(apiTokenSchema),
  }),
  createToken: post("admin", "/api/v1/tokens", {
    summary: "Creates an API token. Only this response contains the token itself.",
    needsVerifiedEmail: true,
    body: createTokenSchema,
    response: createdTokenSchema,
    status: 201,
  }),
  revokeToken: del("admin", "/api/v1/tokens/:id", {
    summary: "Revokes an API token; it stops working immediately.",
    needsVerifiedEmail: false,
  }),
  listAudit: get("admin", "/api/v1/audit", {
    summary: "The workspace's audit log, newest first.",
    scope: "audit",
    query: workspaces.auditQuerySchema,
    response: z.array(workspaces.auditEntrySchema),
  }),
  exportAudit: get("admin", "/api/v1/audit/export", {
    summary: "The audit log as NDJSON, newest first; people need a login in the last 10 minutes.",
    needsVerifiedEmail: true,
    scope: "audit",
    query: workspaces.auditExportQuerySchema,
    response: z.string(),
  }),
  exportWorkspaceData: post("owner", "/api/v1/workspace/data-export", {
    summary: "Collects the workspace's data in a file, without secrets, and emails you a link to it.",
    needsVerifiedEmail: true,
    body: emptyBodySchema,
  }),
  getWorkspaceDeletion: get("owner", "/api/v1/workspace/deletion", {
    summary: "Preview of what deleting the workspace would delete.",
    response: workspaceDeletionSchema,
  }),
  deleteWorkspace: post("owner", "/api/v1/workspace/deletion", {
    summary:
      "Deletes the workspace and everything in it, for all members; requires a login in the last 10 minutes.",
    needsVerifiedEmail: false,
    body: deleteWorkspaceSchema,
  }),
} as const satisfies Endpoints;
