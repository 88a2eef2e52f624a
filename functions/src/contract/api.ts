import type { z } from "zod";
import { accountEndpoints } from "./endpoints/account.js";
import { billingEndpoints } from "./endpoints/billing.js";
import { channelsEndpoints } from "./endpoints/channels.js";
import { connectionsEndpoints } from "./endpoints/connections.js";
import { incidentsEndpoints } from "./endpoints/incidents.js";
import { namesEndpoints } from "./endpoints/names.js";
import { serviceEndpoints } from "./endpoints/service.js";
import { setupsEndpoints } from "./endpoints/setups.js";
import { workspacesEndpoints } from "./endpoints/workspaces.js";

/** Every endpoint of the product's API: the single source for the server and its clients. */
export const api = {
  ...serviceEndpoints,
  ...accountEndpoints,
  ...workspacesEndpoints,
  ...billingEndpoints,
  ...incidentsEndpoints,
  ...connectionsEndpoints,
  ...setupsEndpoints,
  ...channelsEndpoints,
  ...namesEndpoints,
};

export type Api = typeof api;
export type EndpointName = keyof Api;

/** Parsed response of an endpoint. */
export type ApiResponse<K extends EndpointName> = z.output<Api[K]["response"]>;

/** A request to an endpoint, before defaults. */
export type ApiRequest<K extends EndpointName> = {
  params?: Api[K] extends { params: infer S extends z.ZodType } ? z.input<S> : never;
  query?: Record<string, string | number>;
  body?: Api[K] extends { body: infer S extends z.ZodType } ? z.input<S> : never;
};
