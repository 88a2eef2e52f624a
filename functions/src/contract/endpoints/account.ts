import { z } from "zod";
import * as account from "../account.js";
import { emptyBodySchema } from "../common.js";
import { createUserSchema, passwordResetSchema, updatePreferencesSchema, userSchema } from "../users.js";
import { get, patch, post, type Endpoints } from "./endpoint.js";

const unsubscribeQuery = z.object({ token: z.string().min(1).max(2048) });

export const accountEndpoints = {
  getCurrentUser: get("signed-in", "/api/auth/user", {
    summary: "The signed-in user.",
    response: userSchema,
  }),
  createUser: post("signed-in", "/api/v1/users", {
    summary: "Creates the user record after sign-up; repeating the call returns the same record.",
    needsVerifiedEmail: false,
    body: createUserSchema,
    response: userSchema,
    status: 201,
  }),
  updatePreferences: patch("viewer", "/api/v1/users/preferences", {
    summary:
      "Turns your emails for the workspace on or off; an unsubscribed address must confirm through a link.",
    needsVerifiedEmail: false,
    body: updatePreferencesSchema,
    response: userSchema,
  }),
  sendVerificationEmail: post("signed-in", "/api/v1/users/verification-email", {
    summary: "Emails you a link that verifies your address.",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
  }),
  sendPasswordReset: post("public", "/api/v1/auth/password-reset", {
    summary: "Emails a link to choose a new password; the response is the same for unknown addresses.",
    body: passwordResetSchema,
  }),
  updateProfile: patch("signed-in", "/api/v1/users/profile", {
    summary: "Changes your name.",
    needsVerifiedEmail: false,
    body: account.updateProfileSchema,
    response: userSchema,
  }),
  changeEmail: post("signed-in", "/api/v1/users/email-change", {
    summary:
      "Emails a link that changes your address to the new one; requires a login in the last 10 minutes.",
    needsVerifiedEmail: false,
    body: account.changeEmailSchema,
  }),
  signOutEverywhere: post("signed-in", "/api/v1/users/sign-out-everywhere", {
    summary: "Ends all your sessions.",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
  }),
  exportMyData: post("signed-in", "/api/v1/users/data-export", {
    summary:
      "Collects your data in a file and emails you a link to it; requires a login in the last 10 minutes.",
    needsVerifiedEmail: true,
    body: emptyBodySchema,
  }),
  getDataExport: get("signed-in", "/api/v1/data-exports/:id", {
    summary: "A link, valid for 15 minutes, to a file that you requested in the last 24 hours.",
    needsVerifiedEmail: true,
    response: account.dataExportSchema,
  }),
  getAccountDeletion: get("signed-in", "/api/v1/users/deletion", {
    summary: "Preview of what deleting your account would delete and keep.",
    response: account.accountDeletionSchema,
  }),
  deleteAccount: post("signed-in", "/api/v1/users/deletion", {
    summary:
      "Deletes your account and the workspaces that only you belong to; requires a login in the last 10 minutes.",
    needsVerifiedEmail: false,
    body: account.deleteAccountSchema,
  }),
  unsubscribe: get("public", "/api/v1/unsubscribe", {
    summary: "Page that the unsubscribe link in an email opens.",
    query: unsubscribeQuery,
    response: z.string(),
  }),
  unsubscribeOneClick: post("public", "/api/v1/unsubscribe", {
    summary: "Turns notifications off for the token's address (RFC 8058).",
    query: unsubscribeQuery,
    response: z.string(),
  }),
  subscribe: get("public", "/api/v1/subscribe", {
    summary: "Page that the link in a confirmation email opens.",
    query: unsubscribeQuery,
    response: z.string(),
  }),
  confirmSubscription: post("public", "/api/v1/subscribe", {
    summary: "Turns notifications back on for an address that unsubscribed.",
    query: unsubscribeQuery,
    response: z.string(),
  }),
} as const satisfies Endpoints;
