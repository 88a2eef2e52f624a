export type Token =
  { kind: "number"; value: number } | { kind: "text"; value: string } | { kind: "symbol"; value: string };

const pattern =
  /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(==|!=|<=|>=|[<>+\-*/%()[\],]|[A-Za-z_]+))/y;

/** @throws SyntaxError at the first character that does not begin a token */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw new SyntaxError(`cannot read expression at "${text.slice(at, at + 20)}"`);
    const [, digits, doubleQuoted, singleQuoted, symbol] = match;
    const quoted = doubleQuoted ?? singleQuoted;
    if (digits !== undefined) tokens.push({ kind: "number", value: Number(digits) });
    else if (quoted !== undefined) tokens.push({ kind: "text", value: quoted.replace(/\\(.)/g, "$1") });
    else tokens.push({ kind: "symbol", value: symbol! });
  }
  return tokens;
}
