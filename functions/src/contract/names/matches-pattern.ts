/** Whether a name matches, ignoring case; `*` stands for any characters. Takes linear time, whatever the pattern. */
export const matchesPattern = (pattern: string, name: string): boolean =>
  matcherOf(pattern)(name.toLowerCase());

/** The same for many names, which have to be in lower case. */
export function matcherOf(pattern: string): (lowerName: string) => boolean {
  const parts = pattern.toLowerCase().split("*");
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const between = parts.slice(1, -1);
  return (text) => {
    if (parts.length === 1) return text === first;
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
      return false;
    let at = first.length;
    for (const part of between) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}
