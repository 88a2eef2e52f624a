import type { StoredObject } from "./stored-object.js";
import { StorageError } from "./errors.js";

/** A missing object has generation 0, so `ifGenerationMatch=0` means "create only". @throws StorageError 412 or 404 */
export function checkPreconditions(query: URLSearchParams, object: StoredObject | undefined): void {
  const generation = object?.generation ?? "0";
  const violated =
    differs(query.get("ifGenerationMatch"), generation) ||
    query.get("ifGenerationNotMatch") === generation ||
    differs(query.get("ifMetagenerationMatch"), object?.metageneration);
  if (violated) {
    throw new StorageError(
      412,
      "At least one of the pre-conditions you specified did not hold.",
      "conditionNotMet",
    );
  }
  if (object && differs(query.get("generation"), generation)) {
    throw new StorageError(404, `No such object: ${object.bucket}/${object.name}`, "notFound");
  }
}

const differs = (wanted: string | null, actual: string | undefined) => wanted !== null && wanted !== actual;
