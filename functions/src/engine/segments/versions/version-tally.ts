const arrivedShare = 0.05;
/** At most this many versions can have that share of one day. */
const arrivalsPerDay = 1 / arrivedShare;

/** Counts the rows of each version by day. */
export class VersionTally {
  readonly #versions = new Map<string, { name: string | null; rows: number[] }>();

  /** Number of versions that are kept now. */
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
   * If there are many versions, drops those with the smallest share of their best day, since values that
   * never repeat would fill the memory. A version that has 5% of any day so far always stays.
   * @param total rows of all versions by day
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

  /** The first day, as an index into `total`, on which each version has 5% of that day's rows. */
  arrivals(total: readonly number[]): { day: number; name: string | null }[] {
    return [...this.#versions.values()].flatMap(({ name, rows }) => {
      const day = total.findIndex((all, at) => (rows[at] ?? 0) > 0 && rows[at]! >= arrivedShare * all);
      return day < 0 ? [] : [{ day, name }];
    });
  }
}
