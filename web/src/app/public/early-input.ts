/**
 * Includes click and input, because assistive software may click or enter something without any other event
 * before it.
 */
const signs = ["pointermove", "pointerdown", "keydown", "focusin", "input", "click"] as const;

/** Controls that need JavaScript to react to a click. Links and `<summary>` work without it. */
const controls = "button, [role=button], [role=tab], input[type=checkbox], input[type=radio]";
const fields = "input, select";
type Field = HTMLInputElement | HTMLSelectElement;

export type EarlyInput = {
  /** Resolves on the first user activity on the page. */
  begun: Promise<void>;
  /** Repeats the recorded input on the hydrated page and stops intercepting input, in a task of its own. */
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
  // By place among all elements of its kind: where React can't hydrate HTML, it replaces it.
  const clicked = new Set<number>();
  const values = new Map<number, string>();
  let isReloading = false;
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clicked.add(all<HTMLElement>(controls).indexOf(control));
    if (isReloading) location.reload();
  };
  const onChange = ({ target }: Event) => {
    // Kept now: React may set a field back to the value it knows.
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
      values.set(all<Field>(fields).indexOf(target), target.value);
  };
  const repeat = () => {
    removeEventListener("click", onClick, { capture: true });
    removeEventListener("input", onChange, { capture: true });
    const inputs = all<Field>(fields);
    for (const [place, value] of values) if (inputs[place]) enter(inputs[place], value);
    const buttons = all<HTMLElement>(controls);
    for (const place of clicked) buttons[place]?.click();
    values.clear();
    clicked.clear();
  };
  addEventListener("click", onClick, { capture: true });
  addEventListener("input", onChange, { capture: true });
  return {
    begun,
    // React may call this while it handles another event, after which it sets a field back to the value it knew before.
    repeat: () => void setTimeout(repeat),
    reloadOnClick: () => {
      isReloading = true;
      if (clicked.size > 0) location.reload();
    },
  };
}

const all = <T extends Element>(selector: string): T[] => [...document.querySelectorAll<T>(selector)];

/** Sets a field's value as if the user had just entered it. */
function enter(field: Field, value: string): void {
  // React ignores a value equal to the one last set through the field itself, so set a different one first.
  field.value = "";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
