import { z } from "zod";
import { idSchema, instantSchema, textSchema } from "./common.js";

export const regions = ["us", "eu", "india"] as const;
export const regionSchema = z.enum(regions);
export type Region = z.infer<typeof regionSchema>;

const connectionStatusSchema = z.enum(["pending", "verified", "failed"]);

/** What verification found out about the project. `queryApi` is false on plans that don't include it. */
const connectionCapabilitiesSchema = z.object({
  timeZone: z.string(),
  queryApi: z.boolean(),
  profiles: z.boolean(),
  exportTimeBasis: z.enum(["utc", "projectTime", "unknown"]),
  /** Days of history that the project's Mixpanel plan gives access to; null when checks never need more. */
  historyDays: z.number().int().positive().nullable().default(null),
});

const verificationFailureCodeSchema = z.enum([
  "wrong-credentials",
  "wrong-region",
  "no-project-access",
  "bad-project-id",
  "export-forbidden",
  "plan-without-export",
  "rate-limited",
  "mixpanel-unavailable",
]);
export type VerificationFailureCode = z.infer<typeof verificationFailureCodeSchema>;

/** A connection without its secret. */
export const connectionSchema = z.object({
  id: idSchema,
  projectId: z.string(),
  projectName: z.string().nullable(),
  serviceUsername: z.string(),
  region: regionSchema,
  status: connectionStatusSchema,
  lastVerifiedAt: instantSchema.nullable(),
  verificationError: z
    .object({ code: verificationFailureCodeSchema, message: z.string(), region: regionSchema.optional() })
    .nullable(),
  capabilities: connectionCapabilitiesSchema.nullable(),
  createdAt: instantSchema,
});
export type Connection = z.infer<typeof connectionSchema>;

const connectionFields = {
  projectId: z
    .string()
    .trim()
    // One form per project: "01000001" would otherwise be a second project, with a free run of its own.
    .regex(/^[1-9]\d{0,19}$/, "The project ID is a number that doesn't begin with 0."),
  projectName: textSchema(200).optional(),
  serviceUsername: textSchema(200).pipe(z.string().min(1)),
  region: regionSchema,
};
const secret = z.string().min(1).max(500);

export const createConnectionSchema = z.object({
  ...connectionFields,
  region: regionSchema.default("us"),
  secretRef: secret,
});
/** Fields that are left out keep their value, as does the secret if it is empty. */
export const updateConnectionSchema = z
  .object({ ...connectionFields, secretRef: secret.or(z.literal("")) })
  .partial();
/** Whether the reports of the connection's runs are deleted too. */
export const deleteConnectionQuerySchema = z.object({ reports: z.enum(["keep", "delete"]).default("keep") });
export type CreateConnection = z.infer<typeof createConnectionSchema>;
export type UpdateConnection = z.infer<typeof updateConnectionSchema>;

/** The secret is sent only to the connection's own region, unless the caller asks to try the others. */
export const verifyConnectionSchema = z
  .object({ tryOtherRegions: z.boolean().default(false) })
  .default({ tryOtherRegions: false });
