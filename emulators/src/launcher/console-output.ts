import type { Output } from "./config/parts.js";

/** Prints each line, prefixed with its part's name, in color on a terminal. */
export function consoleOutput(stream: NodeJS.WriteStream): Output {
  const colors = new Map<string, number>();
  return (part, line) => {
    if (!colors.has(part)) colors.set(part, 31 + ((colors.size + 1) % 6));
    const name = part.padEnd(9);
    stream.write(
      stream.isTTY ? `\u001b[${colors.get(part)}m${name}\u001b[0m ${line}\n` : `${name} ${line}\n`,
    );
  };
}
