import { fail } from "./host";

/** Reasons why the kernel stops. `kernel-failure.ts` has a sentence for each of these numbers. */
export const outOfMemory: u32 = 1;
export const unknownSize: u32 = 2;
export const freedTwice: u32 = 3;
export const noRowBegun: u32 = 4;
export const unknownProperty: u32 = 5;
export const fullTable: u32 = 6;
export const damagedValue: u32 = 7;
export const notASketch: u32 = 8;
export const unknownEvent: u32 = 9;
export const unknownSegmentSet: u32 = 10;

/** Stops the kernel; the host throws. */
export function stop(reason: u32): void {
  fail(reason);
  unreachable();
}

/**
 * Stops the kernel unless the condition holds. Call it as `if (CHECKS) check(…)`: the deployed kernel is compiled with
 * CHECKS = 0, so it does not even compute the condition. `npm run build:kernel -- --checks` compiles with CHECKS = 1.
 */
export function check(holds: bool, reason: u32): void {
  if (!holds) stop(reason);
}
