import { type Token, tokenize } from "./tokens.js";

export type Expression =
  | { kind: "literal"; value: unknown }
  | { kind: "list"; items: readonly Expression[] }
  | { kind: "property"; of: "properties" | "user" | "event"; name: string }
  | { kind: "unary"; operator: "not" | "-"; operand: Expression }
  | { kind: "binary"; operator: string; left: Expression; right: Expression }
  | { kind: "call"; name: string; argument: Expression };

const precedence: readonly (readonly string[])[] = [
  ["or"],
  ["and"],
  ["not"],
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

const functions = ["floor", "round", "ceil", "boolean", "number", "string", "defined", "datetime"];

/**
 * Parses Mixpanel's segmentation expressions (`where`, `on`, `selector`).
 * @throws SyntaxError if the text is not a valid expression
 */
export function parseExpression(text: string): Expression {
  const tokens = tokenize(text);
  let at = 0;

  const peek = (): Token | undefined => tokens[at];
  const isNext = (value: string): boolean => peek()?.kind === "symbol" && peek()?.value === value;
  const expect = (value: string): void => {
    if (!isNext(value)) throw new SyntaxError(`expected ${value} in expression`);
    at++;
  };

  function binary(level: number): Expression {
    const operators = precedence[level];
    if (!operators) return unary();
    if (operators.includes("not")) return negation(level);
    let left = binary(level + 1);
    for (let token = peek(); token?.kind === "symbol" && operators.includes(token.value); token = peek()) {
      at++;
      left = { kind: "binary", operator: token.value, left, right: binary(level + 1) };
    }
    return left;
  }

  /** Binds less tightly than a comparison: `not a == b` negates the comparison. */
  function negation(level: number): Expression {
    if (!isNext("not")) return binary(level + 1);
    at++;
    return { kind: "unary", operator: "not", operand: negation(level) };
  }

  function unary(): Expression {
    if (isNext("-")) {
      at++;
      return { kind: "unary", operator: "-", operand: unary() };
    }
    return primary();
  }

  function primary(): Expression {
    const token = tokens[at++];
    if (!token) throw new SyntaxError("unexpected end of expression");
    if (token.kind === "number" || token.kind === "text") return { kind: "literal", value: token.value };
    if (token.value === "(") return closed(binary(0), ")");
    if (token.value === "[") return listing();
    if (token.value === "properties" || token.value === "user" || token.value === "event") {
      return reference(token.value);
    }
    if (token.value === "true" || token.value === "false")
      return { kind: "literal", value: token.value === "true" };
    if (token.value === "null") return { kind: "literal", value: null };
    if (token.value === "undefined") return { kind: "literal", value: undefined };
    if (functions.includes(token.value)) {
      expect("(");
      return { kind: "call", name: token.value, argument: closed(binary(0), ")") };
    }
    throw new SyntaxError(`unexpected ${token.value} in expression`);
  }

  function reference(of: "properties" | "user" | "event"): Expression {
    expect("[");
    const name = tokens[at++];
    if (name?.kind !== "text") throw new SyntaxError(`expected a name in ${of}[…]`);
    return closed({ kind: "property", of, name: name.value }, "]");
  }

  function listing(): Expression {
    const items: Expression[] = [];
    while (!isNext("]")) {
      items.push(binary(0));
      if (!isNext("]")) expect(",");
    }
    return closed({ kind: "list", items }, "]");
  }

  function closed(inner: Expression, closing: string): Expression {
    expect(closing);
    return inner;
  }

  const parsed = binary(0);
  if (at < tokens.length) throw new SyntaxError(`unexpected ${tokens[at]!.value} in expression`);
  return parsed;
}
