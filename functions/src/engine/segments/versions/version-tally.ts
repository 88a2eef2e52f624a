const arrivedShare = 0.05;
/** No more versions can have that share of one day. */
const arrivalsPerDay = 1 / arrivedShare;

/** Rows of each version by day. */
export class VersionTally {
  readonly #versions = new Map<string, { name: string | null; rows: number[] }>();

  /** Versions that are known now. */
  get size(): number {
    return this.#versions.size;
  }

  add({ hash, name }: { hash: string; name: string | null }, day: number, rows: number): void {
    let version = this.#versions.get(hash);
    if (!version) this.#versions.set(hash, (version = { name, rows: [] }));
    version.name ??= name;
    version.rows[day] = (version.rows[day] ?? 0) + rows;
  }

  /**
   * Forgets versions that have the smallest shares of their best day when there are many: values that never repeat would fill the
   * memory. One that has 5% of a day so far always stays.
   * @param total rows by day, of all versions
   */
  prune(total: readonly number[]): void {
    const kept = arrivalsPerDay * total.length;
    if (this.#versions.size <= 2 * kept) return;
    const shares = [...this.#versions].map(([hash, { rows }]) => ({
      hash,
      share: rows.reduce((most, count, day) => (count === 0 ? most : Math.max(most, count / total[day]!)), 0),
    }));
    for (const { hash } of shares.sort((a, b) => b.share - a.share).slice(kept)) this.#versions.delete(hash);
  }

  /** The first day, a place in `total`, on which each version has 5% of it. */
  arrivals(total: readonly number[]): { day: number; name: string | null }[] {
    return [...this.#versions.values()].flatMap(({ name, rows }) => {
      const day = total.findIndex((all, at) => (rows[at] ?? 0) > 0 && rows[at]! >= arrivedShare * all);
      return day < 0 ? [] : [{ day, name }];
    });
  }
}
