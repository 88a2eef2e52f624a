import { z } from "zod";
import { operatorSchema } from "../common.js";
import { get, type Endpoints } from "./endpoint.js";

export const serviceEndpoints = {
  getHealth: get("public", "/api/v1/health", {
    summary: "Health of the service and its dependencies.",
    response: z.object({
      status: z.enum(["ok", "degraded"]),
      checks: z.record(z.string(), z.enum(["ok", "failed"])),
    }),
  }),
  getOpenApi: get("public", "/api/v1/openapi.json", {
    summary: "This API as an OpenAPI document.",
    response: z.record(z.string(), z.unknown()),
  }),
  getOperator: get("public", "/api/v1/operator", {
    summary: "Who runs this installation.",
    response: operatorSchema,
  }),
  getSecurityTxt: get("public", "/.well-known/security.txt", {
    summary: "Where to report a vulnerability (RFC 9116).",
    response: z.string(),
  }),
} as const satisfies Endpoints;
