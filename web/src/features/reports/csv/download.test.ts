import { expect, it } from "vitest";
import { messages } from "@/lib/messages";
import { downloadProblem } from "./download";

it.each([
  ["no token", new Error(messages.notAuthenticated), "Authentication token not available"],
  ["another error", new Error("boom"), "Failed to get download URL: boom"],
  ["something thrown that is none", 7, "Failed to get download URL: An error occurred"],
])("names %s", (_case, error, problem) => expect(downloadProblem(error)).toBe(problem));
