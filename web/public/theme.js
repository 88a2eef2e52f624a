// Runs before the first paint, as a file of its own so that no inline script is needed.
// Keep the key in step with src/theme/color-mode.ts.
(function () {
  let stored = null;
  try {
    stored = localStorage.getItem("plumbline-colour-mode");
  } catch {
    // Storage may be blocked; the system's choice then stands.
  }
  const dark =
    stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.add(dark ? "dark" : "light");
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
})();
