export type TruncationSign = "terminated-early" | "no-final-newline" | "unparsable-tail";

/** The export ended before its end; what was read of it must not be used. */
export class TruncatedExportError extends Error {
  override readonly name = "TruncatedExportError";

  constructor(readonly sign: TruncationSign) {
    super(`the export is incomplete: ${sign}`);
  }
}
