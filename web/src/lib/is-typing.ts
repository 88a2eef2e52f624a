/** Whether a key press goes into a field, in which case it must not trigger a shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type='checkbox'], [type='radio']), textarea, select") !== null;
