import { z } from "zod";
import { idSchema } from "../common.js";
import { detectorKeySchema } from "../detectors.js";
import type { TokenScope } from "../tokens.js";
import type { Role } from "../workspaces.js";

type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Access = "public" | "signed-in" | Role;

/** `path` is relative to the origin; `:name` marks a path parameter. `status` is the status of a successful response. */
export type Endpoint = {
  method: HttpMethod;
  path: string;
  summary: string;
  /** Who may call it: anyone, anyone signed in, or members of the workspace with at least this role. */
  access: Access;
  /**
   * Whether only people with a verified address may call it. True for whatever lasts, sends or leaves the workspace, because
   * whoever signs up with somebody else's address must leave nothing behind for its owner. Every change declares it; reading
   * needs none unless it says so.
   */
  needsVerifiedEmail?: boolean;
  /** The minimum scope an API token needs to call it; without one, only people can. */
  scope?: TokenScope;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  status?: 200 | 201 | 202 | 204;
};

export type Endpoints = Record<
  string,
  Endpoint & ({ method: "GET" } | { access: "public" } | { needsVerifiedEmail: boolean })
>;

/** Every path parameter of the API. */
const pathParameters = {
  id: idSchema,
  runId: idSchema,
  replayId: idSchema,
  uid: idSchema,
  detectorId: detectorKeySchema,
};
type PathParameter = keyof typeof pathParameters;
type ParameterIn<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterIn<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Params<P extends string> = [ParameterIn<P>] extends [never]
  ? unknown
  : { params: z.ZodObject<Pick<typeof pathParameters, ParameterIn<P> & PathParameter>> };
type KnownPath<P extends string> = ParameterIn<P> extends PathParameter ? P : never;

type Definition = Omit<Endpoint, "method" | "path" | "access" | "params" | "response"> &
  Partial<Pick<Endpoint, "response">>;
const noContent = { response: z.undefined(), status: 204 } as const;
type Answered<D> = D extends { response: z.ZodType } ? D : D & typeof noContent;

/** Access and path of an endpoint, then everything else about it. Without a response, its answer has no content. */
const calledWith =
  <const M extends HttpMethod>(method: M) =>
  <const A extends Access, const P extends string, const D extends Definition>(
    access: A,
    path: KnownPath<P>,
    definition: D,
  ) => {
    const names = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name as PathParameter);
    const params = z.object(Object.fromEntries(names.map((name) => [name, pathParameters[name]])));
    const answer = definition.response ? {} : noContent;
    return { method, path, access, ...(names.length > 0 && { params }), ...answer, ...definition } as {
      method: M;
      path: P;
      access: A;
    } & Params<P> &
      Answered<D>;
  };
export const get = calledWith("GET");
export const post = calledWith("POST");
export const put = calledWith("PUT");
export const patch = calledWith("PATCH");
export const del = calledWith("DELETE");
