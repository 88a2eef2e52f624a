const always = [
  ["a", "Acknowledge"],
  ["i", "Assign"],
  ["m", "Mute"],
  ["e", "Close"],
] as const;

export const listShortcuts = [
  ["j", "Next incident"],
  ["k", "Previous incident"],
  ["Enter", "Open the incident"],
  ["Right arrow", "Expand the group"],
  ["Left arrow", "Collapse the group"],
  ["x", "Select the incident"],
  ["Shift X", "Select a range"],
  ...always,
  ["Ctrl Z", "Undo"],
  ["Escape", "Clear selection"],
  ["/", "Filter"],
  ["?", "Show these shortcuts"],
] as const;

/** The first two are for viewers, too. */
export const listHints = [
  ["j k", "move"],
  ["Enter", "open"],
  ["x", "select"],
  ["a", "acknowledge"],
  ["i", "assign"],
  ["m", "mute"],
  ["e", "close"],
] as const;

export const pageShortcuts = [
  ...always,
  ["c", "Comment"],
  ["Ctrl Z", "Undo"],
  ["j", "Next incident"],
  ["k", "Previous incident"],
  ["u", "Back"],
  ["?", "Show these shortcuts"],
] as const;
