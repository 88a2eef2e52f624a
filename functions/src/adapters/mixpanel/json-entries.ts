/** JSON that is malformed or ends early. */
export class BrokenJsonError extends Error {}

const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openObject, closeObject, openArray, closeArray] = [123, 125, 91, 93];

/**
 * Reads the members of one object or list inside JSON text that may be far larger than memory: each member is parsed when
 * it is complete, and everything else is skipped. Yields nothing if no path leads to such an object or list.
 * @param paths names of the objects on the way, outermost first
 * @param kind what is at the end of a path; members of a list have their index as key
 * @throws BrokenJsonError
 */
export async function* jsonEntries(
  chunks: AsyncIterable<string>,
  paths: readonly (readonly string[])[],
  kind: "object" | "list" = "object",
): AsyncGenerator<[key: string, value: unknown]> {
  /** The name of each open container; null inside an array and for the outermost. */
  const names: (string | null)[] = [];
  const isArray: boolean[] = [];
  let [name, isName, isText, isEscaped, hasBegun]: [string | null, boolean, boolean, boolean, boolean] = [
    null,
    false,
    false,
    false,
    false,
  ];
  /** The text of the name or value being read; null if it isn't needed. */
  let taken: string | null = null;
  let entry: string | null = null;

  const isWanted = () =>
    isArray.at(-1) === (kind === "list") &&
    paths.some(
      (path) => names.length === path.length + 1 && path.every((part, depth) => names[depth + 1] === part),
    );
  for await (const chunk of chunks) {
    // Start of the text in this chunk that belongs to `taken`.
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const char = chunk.charCodeAt(at);
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (char === backslash) isEscaped = true;
        else if (char === quote) {
          isText = false;
          if (isName && entry === null) {
            name = parsed(taken! + chunk.slice(from, at + 1)) as string;
            taken = null;
          }
        }
        continue;
      }
      switch (char) {
        case quote:
          isText = true;
          if (isName && entry === null) [taken, from] = ["", at];
          break;
        case colon:
          isName = false;
          if (entry === null && isWanted()) [entry, taken, from] = [name, "", at + 1];
          break;
        case comma:
          if (entry !== null && isWanted()) {
            yield [entry, parsed(taken! + chunk.slice(from, at))];
            [entry, taken, from] =
              kind === "list" ? [String(Number(entry) + 1), "", at + 1] : [null, null, at];
          }
          isName = isArray.at(-1) === false;
          break;
        case openObject:
        case openArray:
          hasBegun = true;
          names.push(names.length === 0 || isArray.at(-1) ? null : name);
          isArray.push(char === openArray);
          isName = char === openObject;
          if (char === openArray && entry === null && isWanted()) [entry, taken, from] = ["0", "", at + 1];
          break;
        case closeObject:
        case closeArray:
          if (entry !== null && isWanted()) {
            const last = taken! + chunk.slice(from, at);
            if (kind === "object" || last.trim() !== "") yield [entry, parsed(last)];
            entry = taken = null;
          }
          if (isArray.pop() !== (char === closeArray)) throw new BrokenJsonError("unbalanced");
          names.pop();
          isName = false;
          break;
      }
    }
    if (taken !== null) taken += chunk.slice(from);
  }
  if (!hasBegun || names.length > 0 || isText) throw new BrokenJsonError("ends early");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BrokenJsonError("not JSON");
  }
}
