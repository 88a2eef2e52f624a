/**
 * Includes click and input, because assistive software may click or enter something without any other event
 * before it.
 */
const signs = ["pointermove", "pointerdown", "keydown", "focusin", "input", "click"] as const;

/** Controls that need JavaScript to react to a click. Links and `<summary>` work without it. */
const controls = "button, [role=button], [role=tab], input[type=checkbox], input[type=radio]";

export type EarlyInput = {
  /** Resolves on the first user activity on the page. */
  begun: Promise<void>;
  /** Repeats the recorded input on the hydrated page and stops intercepting input. */
  repeat: () => void;
  /**
   * Call this if the page can't be hydrated: a click on a control, including one already recorded, then
   * reloads the page.
   */
  reloadOnClick: () => void;
};

/** Records input on a page whose code hasn't run yet, so that a click on a control can be repeated later. */
export function catchEarlyInput(): EarlyInput {
  // Registered first, because the click listener below stops clicks from reaching later listeners.
  const begun = new Promise<void>((resolve) => {
    for (const sign of signs)
      addEventListener(sign, () => resolve(), { capture: true, once: true, passive: true });
  });
  const clicked = new Set<HTMLElement>();
  const changed = new Set<HTMLInputElement | HTMLSelectElement>();
  let isReloading = false;
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clicked.add(control);
    if (isReloading) location.reload();
  };
  const onChange = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) changed.add(target);
  };
  addEventListener("click", onClick, { capture: true });
  addEventListener("input", onChange, { capture: true });
  return {
    begun,
    repeat: () => {
      removeEventListener("click", onClick, { capture: true });
      removeEventListener("input", onChange, { capture: true });
      // Reads all values before reporting the first one: React then resets the other fields to the values it
      // knows.
      const values = [...changed].map((field) => [field, field.value] as const);
      for (const [field, value] of values) enter(field, value);
      clicked.forEach((control) => control.click());
      changed.clear();
      clicked.clear();
    },
    reloadOnClick: () => {
      isReloading = true;
      if (clicked.size > 0) location.reload();
    },
  };
}

/** Sets a field's value as if the user had just entered it. */
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  // React ignores a value equal to the one last set through the field itself, so set a different one first.
  field.value = "";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
