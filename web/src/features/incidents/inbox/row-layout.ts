/** The columns of a row on wide screens: severity, what, last four weeks, change, since, used by, who. */
export const wideColumns = "15px minmax(0, 1fr) 112px 72px 64px 112px 24px";
export const wideAreas = `"mark what days change since used who"`;

/** The same as a card. */
export const narrowColumns = "15px auto minmax(0, 1fr) 24px";
export const narrowAreas = `"mark what what who" ". days change change" ". facts facts facts"`;

/** A checkbox that screen readers and keys still reach. */
export const hiddenOnPhones = { smDown: { "&:not(:focus-visible)": { srOnly: true } } };
