/** Assistive software may click or enter something with nothing before it. */
const signs = ["pointermove", "pointerdown", "keydown", "focusin", "input", "click"] as const;

/** What a click does nothing to without script. Links and `<summary>` work by themselves. */
const controls = "button, [role=button], [role=tab], input[type=checkbox], input[type=radio]";

export type EarlyInput = {
  /** Resolves with the first sign of somebody at the page. */
  begun: Promise<void>;
  /** Does to the hydrated page what somebody did to it before, and lets go of their input. */
  repeat: () => void;
  /** When the page cannot be hydrated: has a click on a control, or one that came already, load the page again. */
  reloadOnClick: () => void;
};

/** Keeps what somebody does to a page whose code has not run: a click on a control has to wait for it. */
export function catchEarlyInput(): EarlyInput {
  // Before what keeps clicks from all other listeners.
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
      // All are read before the first is reported: React then sets the others to what it knows.
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

/** As if somebody had just entered it. */
function enter(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  // React ignores the value that was last set through the field itself: that must be another than the one entered.
  field.value = "";
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
