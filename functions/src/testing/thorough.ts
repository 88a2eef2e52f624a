/**
 * Tests with many similar cases try only some of them, always the same ones. `PLUMBLINE_THOROUGH=1 npm test` tries
 * all of them, as CI does.
 */
const isThorough = process.env["PLUMBLINE_THOROUGH"] === "1";
const quickShare = 4;

/** Returns how many random cases to try. */
export const casesOf = (all: number): number => (isThorough ? all : Math.ceil(all / quickShare));

/** Returns the cases to try: all, or the first of every four. */
export const someOf = <Case>(all: readonly Case[]): readonly Case[] =>
  isThorough ? all : all.filter((_, index) => index % quickShare === 0);
