/** Position at which the last pass over all objects stopped; null to start from the beginning. */
export interface RetentionCursor {
  read(): Promise<string | null>;
  write(cursor: string | null): Promise<void>;
}
