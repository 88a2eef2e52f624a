import { z } from "zod";
import { instantSchema } from "../../contract/common.js";
import { workspaceIdSchema } from "../../contract/workspaces.js";

const progress = {
  id: z.string(),
  requestedAt: instantSchema,
  /** When the sweeper resumes it, unless it is done by then. */
  nextSweepAt: instantSchema,
  attempts: z.number().int(),
  /** Names of the finished steps. Every step is safe to repeat. */
  done: z.array(z.string()),
};
const person = z.object({ email: z.string() });

/** A deletion in progress. Its record is deleted last. */
export const deletionSchema = z.discriminatedUnion("kind", [
  z.object({
    ...progress,
    kind: z.literal("workspace"),
    workspaceId: workspaceIdSchema,
    name: z.string(),
    deletedBy: z.string(),
    /** Former members to notify; empty if the workspace is deleted along with its only member's account. */
    recipients: z.array(person),
    /** The Stripe customer; set once the subscription has ended. */
    customerId: z.string().nullable(),
  }),
  z.object({
    ...progress,
    kind: z.literal("account"),
    uid: z.string(),
    email: z.string(),
    /** Whom to notify: the person, if their address was verified. */
    recipients: z.array(person),
    /** The workspaces that are kept for their other members. */
    left: z.array(workspaceIdSchema),
  }),
  /** The reports of a deleted connection. */
  z.object({
    ...progress,
    kind: z.literal("reports"),
    workspaceId: workspaceIdSchema,
    connectionId: z.string(),
  }),
]);

export type Deletion = z.infer<typeof deletionSchema>;
export type DeletionOf<K extends Deletion["kind"]> = Extract<Deletion, { kind: K }>;
