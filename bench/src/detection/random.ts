/** Seeded random numbers: the same seed gives the same project on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  uniform(): number;
  between(low: number, high: number): number;
  /** Log-uniform in [low, high). */
  logBetween(low: number, high: number): number;
  /** Whole number in [0, n). */
  below(n: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  normal(): number;
  /** Student t scaled to unit variance; the fewer degrees of freedom (> 2), the heavier its tails. */
  heavyTailed(freedom: number): number;
  gamma(shape: number): number;
  poisson(mean: number): number;
  binomial(n: number, p: number): number;
  /** `rows` times a factor on average: some of them, or more. */
  scaled(rows: number, factor: number): number;
  /** Counts per share; shares need not sum to 1. */
  multinomial(n: number, shares: readonly number[]): number[];
  /** Positive weights around `shares` with the given concentration (higher = closer). */
  dirichlet(shares: readonly number[], concentration: number): number[];
};

/** sfc32, seeded from a string by a 32-bit FNV-1a walk. */
export function seededRandom(seed: string): Random {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const char of seed) {
    a = Math.imul(a ^ char.charCodeAt(0), 0x01000193);
    b = Math.imul(b ^ a, 0x85ebca6b);
    c = Math.imul(c + b, 0xc2b2ae35);
  }
  const uniform = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 15; i++) uniform();

  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  // Marsaglia & Tsang (2000), "A simple method for generating gamma variables".
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * Math.pow(1 - uniform(), 1 / shape);
    const k = shape - 1 / 3;
    const scale = 1 / Math.sqrt(9 * k);
    for (;;) {
      const x = normal();
      const v = (1 + scale * x) ** 3;
      if (v > 0 && Math.log(1 - uniform()) < x * x * 0.5 + k - k * v + k * Math.log(v)) return k * v;
    }
  };
  const poisson = (mean: number): number => {
    if (mean <= 0) return 0;
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const limit = Math.exp(-mean);
    let [count, product] = [0, 1 - uniform()];
    while (product > limit) {
      count++;
      product *= 1 - uniform();
    }
    return count;
  };
  const binomial = (n: number, p: number): number => {
    if (n <= 0 || p <= 0) return 0;
    if (p >= 1) return n;
    const variance = n * p * (1 - p);
    if (variance > 25) return Math.min(n, Math.max(0, Math.round(n * p + Math.sqrt(variance) * normal())));
    let count = 0;
    for (let i = 0; i < n; i++) if (uniform() < p) count++;
    return count;
  };
  const between = (low: number, high: number) => low + (high - low) * uniform();
  return {
    uniform,
    between,
    logBetween: (low, high) => Math.exp(between(Math.log(low), Math.log(high))),
    below: (n) => Math.floor(uniform() * n),
    chance: (probability) => uniform() < probability,
    pick: (list) => list[Math.floor(uniform() * list.length)]!,
    normal,
    heavyTailed: (freedom) =>
      (normal() / Math.sqrt((2 * gamma(freedom / 2)) / freedom)) * Math.sqrt((freedom - 2) / freedom),
    gamma,
    poisson,
    binomial,
    scaled: (rows, factor) => (factor <= 1 ? binomial(rows, factor) : rows + poisson(rows * (factor - 1))),
    multinomial: (n, shares) => {
      let rest = n;
      let mass = shares.reduce((sum, share) => sum + share, 0);
      return shares.map((share) => {
        const count = mass > 1e-12 ? binomial(rest, Math.min(1, share / mass)) : 0;
        rest -= count;
        mass -= share;
        return count;
      });
    },
    dirichlet: (shares, concentration) => {
      const draws = shares.map((share) => (share > 0 ? gamma(Math.max(share * concentration, 1e-3)) : 0));
      const sum = draws.reduce((total, draw) => total + draw, 0) || 1;
      return draws.map((draw) => draw / sum);
    },
  };
}

/** Brings a list into a random order, in place. */
export function shuffle<T>(list: T[], random: Random): void {
  for (let i = list.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [list[i], list[other]] = [list[other]!, list[i]!];
  }
}
