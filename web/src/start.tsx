import { ChakraProvider } from "@chakra-ui/react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { loadPublicPage } from "./app/public/public-pages";
import { Root } from "./app/root";
import { followSystemColorMode } from "./theme/color-mode";
import { system } from "./theme/system";

/** Draws the app into an empty element. */
export function draw(root: HTMLElement, isSignedIn: boolean): void {
  followSystemColorMode();
  createRoot(root).render(<Whole isSignedIn={isSignedIn} />);
}

/**
 * Hydrates a prerendered page.
 * @param onDone called when the whole page responds to input, and after each change of the page
 * @throws if the page's code cannot be loaded; its HTML then stays unchanged
 */
export async function hydrate(root: HTMLElement, onDone: () => void): Promise<void> {
  await loadPublicPage(location.pathname);
  followSystemColorMode();
  hydrateRoot(root, <Whole isSignedIn={false} onHydrated={onDone} />, {
    // The error boundary logs the error. What it shows has to respond to input too.
    onCaughtError: onDone,
  });
}

type WholeProps = { isSignedIn: boolean; onHydrated?: () => void };

const Whole = (props: WholeProps) => (
  <ChakraProvider value={system}>
    <BrowserRouter>
      <Root {...props} />
    </BrowserRouter>
  </ChakraProvider>
);
