/** Whether a key goes into a field, so that it is no shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type='checkbox'], [type='radio']), textarea, select") !== null;
