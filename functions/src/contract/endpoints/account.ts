import { z } from "zod";
import {
  accountDeletionSchema,
  changeEmailSchema,
  dataExportSchema,
  deleteAccountSchema,
  updateProfileSchema,
} from "../account.js";
import { emptyBodySchema } from "../common.js";
import { createUserSchema, passwordResetSchema, updatePreferencesSchema, userSchema } from "../users.js";
import { get, noContent, patch, post, type Endpoints } from "./endpoint.js";

const unsubscribeQuery = z.object({ token: z.string().min(1).max(2048) });

export const accountEndpoints = {
  getCurrentUser: {
    ...get("/api/auth/user"),
    summary: "The signed-in user.",
    access: "signed-in",
    response: userSchema,
  },
  createUser: {
    ...post("/api/v1/users"),
    summary: "Creates the user record after sign-up; repeating the call returns the same record.",
    access: "signed-in",
    needsVerifiedEmail: false,
    body: createUserSchema,
    response: userSchema,
    status: 201,
  },
  updatePreferences: {
    ...patch("/api/v1/users/preferences"),
    summary:
      "Turns your emails for the workspace on or off; an unsubscribed address must confirm through a link.",
    access: "viewer",
    needsVerifiedEmail: false,
    body: updatePreferencesSchema,
    response: userSchema,
  },
  sendVerificationEmail: {
    ...post("/api/v1/users/verification-email"),
    summary: "Emails you a link that verifies your address.",
    access: "signed-in",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
    ...noContent,
  },
  sendPasswordReset: {
    ...post("/api/v1/auth/password-reset"),
    summary: "Emails a link to choose a new password; the response is the same for unknown addresses.",
    access: "public",
    body: passwordResetSchema,
    ...noContent,
  },
  updateProfile: {
    ...patch("/api/v1/users/profile"),
    summary: "Changes your name.",
    access: "signed-in",
    needsVerifiedEmail: false,
    body: updateProfileSchema,
    response: userSchema,
  },
  changeEmail: {
    ...post("/api/v1/users/email-change"),
    summary:
      "Emails a link that changes your address to the new one; requires a login in the last 10 minutes.",
    access: "signed-in",
    needsVerifiedEmail: false,
    body: changeEmailSchema,
    ...noContent,
  },
  signOutEverywhere: {
    ...post("/api/v1/users/sign-out-everywhere"),
    summary: "Ends all your sessions.",
    access: "signed-in",
    needsVerifiedEmail: false,
    body: emptyBodySchema,
    ...noContent,
  },
  exportMyData: {
    ...post("/api/v1/users/data-export"),
    summary:
      "Collects your data in a file and emails you a link to it; requires a login in the last 10 minutes.",
    access: "signed-in",
    needsVerifiedEmail: true,
    body: emptyBodySchema,
    ...noContent,
  },
  getDataExport: {
    ...get("/api/v1/data-exports/:id"),
    summary: "A link, valid for 15 minutes, to a file that you requested in the last 24 hours.",
    access: "signed-in",
    needsVerifiedEmail: true,
    response: dataExportSchema,
  },
  getAccountDeletion: {
    ...get("/api/v1/users/deletion"),
    summary: "Preview of what deleting your account would delete and keep.",
    access: "signed-in",
    response: accountDeletionSchema,
  },
  deleteAccount: {
    ...post("/api/v1/users/deletion"),
    summary:
      "Deletes your account and the workspaces that only you belong to; requires a login in the last 10 minutes.",
    access: "signed-in",
    needsVerifiedEmail: false,
    body: deleteAccountSchema,
    ...noContent,
  },
  unsubscribe: {
    ...get("/api/v1/unsubscribe"),
    summary: "Page that the unsubscribe link in an email opens.",
    access: "public",
    query: unsubscribeQuery,
    response: z.string(),
  },
  unsubscribeOneClick: {
    ...post("/api/v1/unsubscribe"),
    summary: "Turns notifications off for the token's address (RFC 8058).",
    access: "public",
    query: unsubscribeQuery,
    response: z.string(),
  },
  subscribe: {
    ...get("/api/v1/subscribe"),
    summary: "Page that the link in a confirmation email opens.",
    access: "public",
    query: unsubscribeQuery,
    response: z.string(),
  },
  confirmSubscription: {
    ...post("/api/v1/subscribe"),
    summary: "Turns notifications back on for an address that unsubscribed.",
    access: "public",
    query: unsubscribeQuery,
    response: z.string(),
  },
} as const satisfies Endpoints;
