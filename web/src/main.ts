import { catchEarlyInput } from "./app/public/early-input";
import "./theme/fonts.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const isSignedIn = document.documentElement.classList.contains("signed-in");
// Nobody needs it here; for someone who is signed in it stays until the app draws its own.
if (!isSignedIn) document.getElementById("skeleton")?.remove();
// Only what was rendered for this address may be taken over: some servers answer unknown ones with the start page.
const isPrerendered = !isSignedIn && root.dataset.page === location.pathname;
if (!isPrerendered) root.replaceChildren();
else addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(fetchRest));

// A prerendered page is whole without scripts, and its links work: they wait until somebody does something. One with a
// query may have to show something else.
const begun = isPrerendered && location.search === "" ? catchEarlyInput() : Promise.resolve();
void begun.then(() => import("./start")).then(({ start }) => start(root, { isPrerendered, isSignedIn }));

/** What the first input will run; earlier it would compete with what is seen. */
function fetchRest(): void {
  const later = document.getElementById("later");
  if (later instanceof HTMLTemplateElement) document.head.append(later.content);
}
