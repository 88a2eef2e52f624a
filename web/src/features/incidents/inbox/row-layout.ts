/** The columns of a row on wide screens: severity, what, last four weeks, change, since, used by, who. */
export const wideColumns = "15px minmax(0, 1fr) 112px 72px 64px 112px 24px";
export const wideAreas = `"mark what days change since used who"`;

/** The same for the card on small screens. */
export const narrowColumns = "15px auto minmax(0, 1fr) 24px";
export const narrowAreas = `"mark what what who" ". days change change" ". facts facts facts"`;

/** Hides a checkbox on phones; screen readers and the keyboard still reach it. */
export const hiddenOnPhones = { smDown: { "&:not(:focus-visible)": { srOnly: true } } };
