export type TruncationSign = "terminated-early" | "no-final-newline" | "unparsable-tail";

/** The export is incomplete, so nothing read from it may be used. */
export class TruncatedExportError extends Error {
  override readonly name = "TruncatedExportError";

  constructor(readonly sign: TruncationSign) {
    super(`the export is incomplete: ${sign}`);
  }
}
