import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import type { ObjectData } from "../../../functions/src/ports/object-store.js";
import { MemoryObjects } from "../../../functions/src/testing/memory/memory-objects.js";

/** Stores objects as files in a folder, so that they don't count as memory. */
export class FolderObjects extends MemoryObjects {
  constructor(private readonly folder: string) {
    super();
  }

  override async write(name: string, data: ObjectData): Promise<void> {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    const opened = openSync(file, "w");
    if (typeof data === "string") writeSync(opened, data);
    else if (data instanceof Uint8Array) writeSync(opened, data);
    else for (const chunk of data.chunks()) writeSync(opened, chunk);
    closeSync(opened);
  }

  override async read(name: string): Promise<Buffer | null> {
    return readFileSync(path.join(this.folder, name));
  }

  override async readRange(name: string, start: number, end: number): Promise<Buffer | null> {
    const opened = openSync(path.join(this.folder, name), "r");
    const length = Math.max(0, Math.min(end, fstatSync(opened).size) - start);
    const bytes = Buffer.alloc(length);
    readSync(opened, bytes, 0, length, start);
    closeSync(opened);
    return bytes;
  }
}
