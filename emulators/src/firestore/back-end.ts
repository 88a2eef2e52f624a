export type FirestoreBackEnd = "official" | "standin";

export interface FirestoreOptions {
  readonly port: number;
  readonly projectId: string;
  /** Where data is kept between starts; nowhere when absent. */
  readonly dataDir?: string;
  /** Security rules; the stand-in has no browser access and so no rules. */
  readonly rules?: string;
  readonly log: (line: string) => void;
}

export interface RunningFirestore {
  readonly backEnd: FirestoreBackEnd;
  readonly pid: number;
  readonly exited: Promise<unknown>;
  close(): Promise<void>;
}
