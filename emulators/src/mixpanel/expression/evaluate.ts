import type { Expression } from "./parse.js";

/** The data that operands read. `time` is in epoch seconds. */
export type Subject = {
  properties: Readonly<Record<string, unknown>>;
  user?: Readonly<Record<string, unknown>>;
  time?: number;
};

/** Undefined counts as false. */
export const isTrue = (expression: Expression, subject: Subject): boolean =>
  evaluate(expression, subject) === true;

/**
 * Follows Mixpanel's rules: comparing different types is undefined, `==` on them is false, and division by
 * zero is undefined.
 */
export function evaluate(expression: Expression, subject: Subject): unknown {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "list":
      return expression.items.map((item) => evaluate(item, subject));
    case "property":
      return read(expression.of, expression.name, subject);
    case "unary": {
      const value = evaluate(expression.operand, subject);
      if (expression.operator === "not") return value !== true;
      return typeof value === "number" ? -value : undefined;
    }
    case "binary":
      return binary(expression.operator, expression.left, expression.right, subject);
    case "call":
      return call(expression.name, evaluate(expression.argument, subject));
  }
}

function read(of: "properties" | "user" | "event", name: string, subject: Subject): unknown {
  if (name === "$time" || (of === "event" && name === "time")) return subject.time;
  if (of === "user") return subject.user?.[name];
  return of === "event" ? undefined : subject.properties[name];
}

function binary(operator: string, leftSide: Expression, rightSide: Expression, subject: Subject): unknown {
  const left = evaluate(leftSide, subject);
  if (operator === "and") return left === true && evaluate(rightSide, subject) === true;
  if (operator === "or") return left === true || evaluate(rightSide, subject) === true;
  const right = evaluate(rightSide, subject);
  switch (operator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "in":
      return isIn(left, right);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compare(operator, left, right);
    default:
      return arithmetic(operator, left, right);
  }
}

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right ||
  (typeof left === "object" &&
    typeof right === "object" &&
    left !== null &&
    JSON.stringify(left) === JSON.stringify(right));

function isIn(left: unknown, right: unknown): unknown {
  if (typeof left === "string" && typeof right === "string") return right.includes(left);
  return Array.isArray(right) ? right.some((item) => isEqual(left, item)) : undefined;
}

function compare(operator: "<" | "<=" | ">" | ">=", left: unknown, right: unknown): boolean | undefined {
  const order =
    typeof left === "number" && typeof right === "number"
      ? left - right
      : typeof left === "string" && typeof right === "string"
        ? Number(left > right) - Number(left < right)
        : Number.NaN;
  if (Number.isNaN(order)) return undefined;
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}

function arithmetic(operator: string, left: unknown, right: unknown): unknown {
  if (operator === "+" && typeof left === "string" && typeof right === "string") return left + right;
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0 ? undefined : left / right;
    default:
      return right === 0 ? undefined : left % right;
  }
}

function call(name: string, value: unknown): unknown {
  switch (name) {
    case "defined":
      return value !== undefined && value !== null;
    case "string":
      if (value === null || value === undefined || typeof value === "string") return value;
      return JSON.stringify(value);
    case "boolean":
      return value !== undefined && value !== null && value !== false && value !== 0 && value !== "";
    case "number": {
      const number = typeof value === "boolean" || typeof value === "string" ? Number(value) : value;
      return typeof number === "number" && !Number.isNaN(number) && value !== "" ? number : undefined;
    }
    case "datetime":
      return epochSeconds(value);
    default:
      if (typeof value !== "number") return undefined;
      return name === "floor" ? Math.floor(value) : name === "ceil" ? Math.ceil(value) : Math.round(value);
  }
}

/** Converts epoch seconds or a date text to epoch seconds. A text without a zone is taken as UTC. */
function epochSeconds(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  const text = /[zZ]$|[+-]\d\d:?\d\d$/.test(value) || value.length <= 10 ? value : `${value}Z`;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed / 1000;
}
