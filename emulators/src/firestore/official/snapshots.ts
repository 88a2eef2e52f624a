import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Exports of the running emulator. A separate file names the newest complete export, so that if a process is
 * killed during an export, the previous one stays in use.
 */
export class Snapshots {
  constructor(
    private readonly directory: string,
    private readonly projectId: string,
    private readonly url: string,
  ) {}

  /** The metadata file to start from, if there is a snapshot. */
  get latest(): string | undefined {
    const pointer = path.join(this.directory, "latest");
    if (!existsSync(pointer)) return undefined;
    const name = readFileSync(pointer, "utf8").trim();
    const file = path.join(this.directory, name, `${exportName}/${exportName}.overall_export_metadata`);
    return existsSync(file) ? file : undefined;
  }

  /** @throws Error if the emulator refuses the export */
  async take(): Promise<void> {
    const name = `snapshot-${Date.now()}`;
    const target = path.join(this.directory, name);
    mkdirSync(target, { recursive: true });
    const response = await fetch(`${this.url}/emulator/v1/projects/${this.projectId}:export`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        database: `projects/${this.projectId}/databases/(default)`,
        export_directory: target,
        export_name: exportName,
      }),
    });
    if (!response.ok) throw new Error(`The Firestore export failed: ${await response.text()}`);
    const pointer = path.join(this.directory, "latest");
    writeFileSync(`${pointer}.new`, name);
    renameSync(`${pointer}.new`, pointer);
    this.#removeOthers(name);
  }

  #removeOthers(name: string): void {
    for (const entry of readdirSync(this.directory)) {
      if (!entry.startsWith("snapshot-") || entry === name) continue;
      rmSync(path.join(this.directory, entry), { recursive: true, force: true });
    }
  }
}

const exportName = "firestore";
