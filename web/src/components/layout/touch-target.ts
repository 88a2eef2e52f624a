/** On phones a link of one line takes touches as high as a finger needs, without taking room. */
export const touchTarget = {
  position: "relative",
  smDown: { _after: { content: '""', position: "absolute", insetInline: "-4px", insetBlock: "-9px" } },
} as const;
