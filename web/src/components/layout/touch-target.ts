/** On phones, extends the touch area of a one-line link to the height of a finger without taking up space. */
export const touchTarget = {
  position: "relative",
  smDown: { _after: { content: '""', position: "absolute", insetInline: "-4px", insetBlock: "-9px" } },
} as const;
