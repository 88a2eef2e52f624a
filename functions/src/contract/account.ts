import { z } from "zod";
import { emailSchema, textSchema } from "./common.js";

export const updateProfileSchema = z.object({ displayName: textSchema(200).pipe(z.string().min(1)) });
export const changeEmailSchema = z.object({ email: emailSchema });

/** A link, valid for 15 minutes, to a file with exported data. */
export const dataExportSchema = z.object({ url: z.string(), fileName: z.string() });

/** Numbers of what a workspace contains. */
const workspaceCountsSchema = z.object({
  connections: z.number().int(),
  setups: z.number().int(),
  runs: z.number().int(),
});
export type WorkspaceCounts = z.infer<typeof workspaceCountsSchema>;

export const workspaceDeletionSchema = workspaceCountsSchema.extend({ members: z.number().int() });
/** The workspace's name, typed by the person who deletes it to confirm. */
export const deleteWorkspaceSchema = z.object({ name: z.string().max(200) });

/** Preview of what deleting the account would do. */
export const accountDeletionSchema = z.object({
  /** Workspaces without other members, deleted with the account. */
  deleted: z.array(workspaceCountsSchema.extend({ name: z.string() })),
  /** Workspaces that are kept because somebody else owns them too. */
  kept: z.array(z.object({ name: z.string(), owner: z.string() })),
  /** Workspaces with other members but no other owner: they need another owner, or must be deleted, first. */
  blocking: z.array(z.object({ name: z.string() })),
});
export type AccountDeletion = z.infer<typeof accountDeletionSchema>;
/** The account's email address, typed by the user to confirm. */
export const deleteAccountSchema = z.object({ email: z.string().max(254) });
