import type { Document, Mask, Value } from "./wire.js";

/** Returns the document with only the masked fields, because the engine ignores masks on reads. */
export function applyMask(document: Document, mask: Mask | undefined): Document {
  if (!mask) return document;
  const fields: Record<string, Value> = {};
  for (const path of mask.fieldPaths ?? []) copyField(document.fields ?? {}, fields, fieldSegments(path));
  return { ...document, fields };
}

/** Splits a field path into segments. Segments in backquotes may contain dots and escaped characters. */
function fieldSegments(path: string): string[] {
  const parts = path.match(/`(?:[^`\\]|\\.)*`|[^.]+/g) ?? [];
  return parts.map((part) => (part.startsWith("`") ? part.slice(1, -1).replace(/\\(.)/g, "$1") : part));
}

function copyField(
  from: Record<string, Value>,
  to: Record<string, Value>,
  segments: readonly string[],
): void {
  const [first, ...rest] = segments;
  const value = first === undefined ? undefined : from[first];
  if (first === undefined || value === undefined) return;
  if (rest.length === 0) {
    to[first] = value;
    return;
  }
  const inner = to[first]?.mapValue?.fields ?? {};
  copyField(value.mapValue?.fields ?? {}, inner, rest);
  if (Object.keys(inner).length > 0) to[first] = { mapValue: { fields: inner } };
}
