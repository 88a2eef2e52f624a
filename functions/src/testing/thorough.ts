/**
 * Tests that try many cases of one kind try a part of them, always the same. `PLUMBLINE_THOROUGH=1 npm test` tries all, as
 * CI does.
 */
const isThorough = process.env["PLUMBLINE_THOROUGH"] === "1";
const quickShare = 4;

/** How many random cases to try. */
export const casesOf = (all: number): number => (isThorough ? all : Math.ceil(all / quickShare));

/** Which of the listed cases to try: all, or the first of every four. */
export const someOf = <Case>(all: readonly Case[]): readonly Case[] =>
  isThorough ? all : all.filter((_, index) => index % quickShare === 0);
