import { type Subject, evaluate, isTrue } from "../expression/evaluate.js";
import { parseExpression } from "../expression/parse.js";
import type { Call } from "./call.js";
import { Failure } from "./failure.js";

/** The filter in a parameter, or null if it is absent. @throws Failure 400 */
export function filterParam(call: Call, name: string): ((subject: Subject) => boolean) | null {
  const text = call.params.get(name);
  if (text === undefined || text.trim() === "") return null;
  const expression = parsed(text, name);
  return (subject) => isTrue(expression, subject);
}

/**
 * A function for the value to group or sum by: an expression, or just a property name.
 * @throws Failure 400
 */
export function operandParam(call: Call, name: string): ((subject: Subject) => unknown) | null {
  const text = call.params.get(name);
  if (text === undefined || text.trim() === "") return null;
  if (/^[\w$ ]+$/.test(text) && !/^\d/.test(text)) return ({ properties }) => properties[text];
  const expression = parsed(text, name);
  return (subject) => evaluate(expression, subject);
}

function parsed(text: string, name: string): ReturnType<typeof parseExpression> {
  try {
    return parseExpression(text);
  } catch (error) {
    throw new Failure(400, `Error in ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
