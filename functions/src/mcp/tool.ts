import type { z } from "zod";
import type { ApiRequest, ApiResponse, EndpointName } from "../contract/api.js";

/** The API's lists that are read in pages. */
export type ApiList =
  "listConnections" | "listIncidents" | "listReleases" | "listRuns" | "listSetupRuns" | "listSetups";

/** Calls the API on behalf of whoever uses the tools, by whatever transport. Errors carry a sentence for people. */
export type CallApi = {
  <K extends EndpointName>(name: K, request?: ApiRequest<K>): Promise<ApiResponse<K>>;
  /** Reads a page of a list. */
  page<K extends ApiList>(
    name: K,
    request?: ApiRequest<K>,
  ): Promise<{ items: ApiResponse<K>[number][]; nextCursor: string | null }>;
};

/** Something an assistant can do: its input, its output, and how API calls turn one into the other. */
export type Tool = {
  name: string;
  title: string;
  /** Tells an assistant when to use the tool and what the result means. */
  description: string;
  input: z.ZodObject;
  /** What an answer is parsed with: other fields that `run` returns are left out. */
  output: z.ZodObject;
  /** Whether the tool only reads. */
  isReadOnly: boolean;
  run: (call: CallApi, input: never) => Promise<object>;
};

/** Defines a tool; the compiler checks its `run` against its schemas. */
export const tool = <I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<Tool, "input" | "output" | "run"> & {
    input: I;
    output: O;
    run: (call: CallApi, input: z.output<I>) => Promise<z.input<O>>;
  },
): Tool => definition;

/** An error whose message an assistant can act on. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
