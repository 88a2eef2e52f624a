/** Where the walk over all objects stopped; null = at the beginning. */
export interface RetentionCursor {
  read(): Promise<string | null>;
  write(cursor: string | null): Promise<void>;
}
