import { ChakraProvider } from "@chakra-ui/react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Root } from "./app/root";
import { followSystemColorMode } from "./theme/color-mode";
import { system } from "./theme/system";
import "./theme/fonts.css";

followSystemColorMode();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const isSignedIn = document.documentElement.classList.contains("signed-in");
// Nobody needs it here; for someone who is signed in it stays until the app draws its own.
if (!isSignedIn) document.getElementById("skeleton")?.remove();
const app = (
  <ChakraProvider value={system}>
    <BrowserRouter>
      <Root isSignedIn={isSignedIn} />
    </BrowserRouter>
  </ChakraProvider>
);
// Only what was rendered for this address may be taken over: some servers answer unknown ones with the start page.
if (!isSignedIn && root.dataset.page === location.pathname) hydrateRoot(root, app);
else {
  root.replaceChildren();
  createRoot(root).render(app);
}
