import { catchEarlyInput } from "./app/public/early-input";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const isSignedIn = document.documentElement.classList.contains("signed-in");
// Nobody needs it here; for someone who is signed in it stays until the app draws its own.
if (!isSignedIn) document.getElementById("skeleton")?.remove();
// Only what was rendered for this address may be hydrated: some servers answer unknown ones with the start page.
const isPrerendered = !isSignedIn && root.dataset.page === location.pathname;

if (isPrerendered) {
  // The page is whole without its code, and its links work: that waits until somebody is there.
  const early = catchEarlyInput();
  // One with a query may have to show something else; one with measured charts has to draw them.
  const mayWait = location.search === "" && root.dataset.measured === undefined;
  const begun = mayWait ? early.begun : Promise.resolve();
  begun
    .then(() => {
      fetchPageCode();
      return import("./start");
    })
    .then(({ hydrate }) => hydrate(root, early.repeat))
    .catch((error: unknown) => {
      console.error(error);
      early.reloadOnClick();
    });
} else {
  root.replaceChildren();
  void import("./start").then(({ draw }) => draw(root, isSignedIn));
  if (isSignedIn) void import("./app/full-app");
}

/** All at once; the imports alone would ask for one after the other. */
function fetchPageCode(): void {
  const links = document.getElementById("page-code");
  if (!(links instanceof HTMLTemplateElement)) return;
  document.head.append(links.content);
  links.remove();
}
