import type { Client } from "./client.js";
import type { Io } from "./io.js";

/** 0: success, nothing found; 1: findings, open incidents or changes; 2: failed. */
export type ExitCode = 0 | 1 | 2;

/** The context of a command that calls the API. */
export type Session = { io: Io; client: Client; isJson: boolean };
