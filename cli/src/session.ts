import type { Client } from "./client.js";
import type { Io } from "./io.js";

/** 0: nothing found or done; 1: warnings or alerts; 2: it could not be done. */
export type ExitCode = 0 | 1 | 2;

/** What a command that talks to the API works with. */
export type Session = { io: Io; client: Client; isJson: boolean };
