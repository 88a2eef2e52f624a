/**
 * Mobile devices send events late. So runs read this many newest days again, and a name may appear on a day that an earlier
 * run has read.
 */
export const lateDays = 5;
