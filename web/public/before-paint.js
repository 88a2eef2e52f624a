// Runs before the first paint, as a file of its own so that no inline script is needed.
(function () {
  const root = document.documentElement;
  let stored = null;
  let isSignedIn = false;
  try {
    // Keep the key in step with src/theme/color-mode.ts.
    stored = localStorage.getItem("plumbline-colour-mode");
    // Where the Firebase SDK keeps the session, as src/lib/firebase.ts chooses it.
    isSignedIn = Object.keys(localStorage).some((key) => key.startsWith("firebase:authUser:"));
  } catch {
    // Storage may be blocked; the system's choice then stands.
  }
  const dark =
    stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.add(dark ? "dark" : "light");
  root.style.colorScheme = dark ? "dark" : "light";
  // Shows the app's skeleton in place of the public page (see index.html).
  if (isSignedIn) root.classList.add("signed-in");
})();
