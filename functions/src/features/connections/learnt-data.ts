/** What runs store of a connection's data outside the database. */
export interface LearntData {
  /** Deletes all of it; safe to repeat. */
  deleteConnection(uid: string, connectionId: string): Promise<void>;
}
