/** The columns of a row on wide screens: severity, what, last four weeks, used by, who. */
export const wideColumns = "15px minmax(0, 1fr) 112px 160px 24px";
export const wideAreas = `"mark what days used who"`;

/** The same for the card on small screens. */
export const narrowColumns = "15px minmax(0, 1fr) 24px";
export const narrowAreas = `"mark what who" ". days days" ". used used"`;
