type Entry = { total: number; statuses: Record<string, number> };

/** Counts requests per project, endpoint and response status. */
export class Journal {
  readonly #projects = new Map<string, Map<string, Entry>>();

  add(projectId: number | null, endpoint: string, status: number): void {
    const project = projectId === null ? "none" : String(projectId);
    const endpoints = this.#projects.get(project) ?? new Map<string, Entry>();
    this.#projects.set(project, endpoints);
    const entry = endpoints.get(endpoint) ?? { total: 0, statuses: {} };
    endpoints.set(endpoint, entry);
    entry.total++;
    entry.statuses[status] = (entry.statuses[status] ?? 0) + 1;
  }

  clear(): void {
    this.#projects.clear();
  }

  toJSON(): Record<string, Record<string, Entry>> {
    return Object.fromEntries(
      [...this.#projects].map(([project, endpoints]) => [project, Object.fromEntries(endpoints)]),
    );
  }
}
