import { catchEarlyInput } from "./app/public/early-input";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const isSignedIn = document.documentElement.classList.contains("signed-in");
// Signed-out visitors don't need it. For a signed-in user it stays until the app draws its own skeleton.
if (!isSignedIn) document.getElementById("skeleton")?.remove();
// Only HTML that was rendered for this address may be hydrated: some servers answer unknown addresses with
// the landing page.
const isPrerendered = !isSignedIn && root.dataset.page === location.pathname;

if (isPrerendered) {
  // The page is complete without JavaScript and its links work, so its code loads only on the first user
  // input.
  const early = catchEarlyInput();
  // A page with a query may have to show something else, and one with measured charts has to draw them: don't
  // wait.
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

/** Preloads all modules at once. The imports alone would fetch them one after another. */
function fetchPageCode(): void {
  const links = document.getElementById("page-code");
  if (!(links instanceof HTMLTemplateElement)) return;
  document.head.append(links.content);
  links.remove();
}
