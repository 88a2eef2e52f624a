/**
 * Tests that try many cases of one kind try a part of them in `npm test`, always the same, and all of them in
 * `npm run test:thorough`, which runs the tests that import this module.
 */
const isThorough = process.env["PLUMBLINE_THOROUGH"] === "1";
const quickShare = 4;

/** How many random cases to try. */
export const casesOf = (all: number): number => (isThorough ? all : Math.ceil(all / quickShare));

/** Which of the listed cases to try: all, or the first of every four. */
export const someOf = <Case>(all: readonly Case[]): readonly Case[] =>
  isThorough ? all : all.filter((_, index) => index % quickShare === 0);
