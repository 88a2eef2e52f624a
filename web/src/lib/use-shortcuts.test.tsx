import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { useShortcuts } from "./use-key-press";

function List({ onNext }: { onNext: () => void }) {
  useShortcuts({ j: onNext });
  return <ul aria-label="Incidents" />;
}

it("a key works from the moment that the screen shows what it is for", async () => {
  const onNext = vi.fn<() => void>();
  const container = document.body.appendChild(document.createElement("div"));
  // As in a browser, React runs effects at its own time. `act` would run them before the key is pressed.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const root = createRoot(container);
  const shown = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
      resolve();
    }).observe(container, { childList: true });
  });
  root.render(<List onNext={onNext} />);
  await shown;
  expect(onNext).toHaveBeenCalledOnce();
  root.unmount();
  vi.unstubAllGlobals();
  container.remove();
});
