import { ChakraProvider } from "@chakra-ui/react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Root } from "./app/root";
import { followSystemColorMode } from "./theme/color-mode";
import { system } from "./theme/system";

/** Draws the app, or takes over what the HTML came with. */
export function start(root: HTMLElement, { isPrerendered = false, isSignedIn = false }): void {
  followSystemColorMode();
  const app = (
    <ChakraProvider value={system}>
      <BrowserRouter>
        <Root isSignedIn={isSignedIn} />
      </BrowserRouter>
    </ChakraProvider>
  );
  if (isPrerendered) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
