import { z } from "zod";
import { textSchema } from "./common.js";

const emailSchema = z.email().max(254).toLowerCase();

export const updateProfileSchema = z.object({ displayName: textSchema(200).pipe(z.string().min(1)) });
export const changeEmailSchema = z.object({ email: emailSchema });

/** Link to a file with exported data, valid for 15 minutes. */
export const dataExportSchema = z.object({ url: z.string(), fileName: z.string() });

/** What a workspace holds, counted. */
const workspaceCountsSchema = z.object({
  connections: z.number().int(),
  setups: z.number().int(),
  runs: z.number().int(),
});
export type WorkspaceCounts = z.infer<typeof workspaceCountsSchema>;

export const workspaceDeletionSchema = workspaceCountsSchema.extend({ members: z.number().int() });
/** The workspace's name, typed by the person who deletes it. */
export const deleteWorkspaceSchema = z.object({ name: z.string().max(200) });

/** What deleting the account would do. */
export const accountDeletionSchema = z.object({
  /** Workspaces without other members: deleted with the account. */
  deleted: z.array(workspaceCountsSchema.extend({ name: z.string() })),
  /** Workspaces that stay, with somebody else who owns them. */
  kept: z.array(z.object({ name: z.string(), owner: z.string() })),
  /** Workspaces with other members and no other owner: they must get one, or be deleted, first. */
  blocking: z.array(z.object({ name: z.string() })),
});
export type AccountDeletion = z.infer<typeof accountDeletionSchema>;
/** The account's email address, typed by its person. */
export const deleteAccountSchema = z.object({ email: z.string().max(254) });
