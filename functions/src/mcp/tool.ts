import type { z } from "zod";
import type { ApiRequest, ApiResponse, EndpointName } from "../contract/api.js";

/** Calls the API as whoever uses the tools; how it gets there is the caller's matter. Rejects with a sentence for people. */
export type CallApi = <K extends EndpointName>(name: K, request?: ApiRequest<K>) => Promise<ApiResponse<K>>;

/** Something that an assistant can do: what goes in, what comes out, and how that follows from calls of the API. */
export type Tool = {
  name: string;
  title: string;
  /** Tells an assistant when to use it, and what the answer means. */
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Whether it changes nothing. */
  isReadOnly: boolean;
  run: (call: CallApi, input: never) => Promise<object>;
};

/** A tool whose `run` is checked against its schemas. */
export const tool = <I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<Tool, "input" | "output" | "run"> & {
    input: I;
    output: O;
    run: (call: CallApi, input: z.output<I>) => Promise<z.input<O>>;
  },
): Tool => definition;

/** A refusal whose message an assistant can act on. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
