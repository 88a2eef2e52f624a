export type FirestoreBackEnd = "official" | "standin";

export interface FirestoreOptions {
  readonly port: number;
  readonly projectId: string;
  /** Folder for data that is kept between starts; absent to keep none. */
  readonly dataDir?: string;
  /** Security rules. The stand-in has no browser access, so it doesn't use them. */
  readonly rules?: string;
  readonly log: (line: string) => void;
}

export interface RunningFirestore {
  readonly backEnd: FirestoreBackEnd;
  readonly pid: number;
  readonly exited: Promise<unknown>;
  close(): Promise<void>;
}
