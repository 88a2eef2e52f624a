import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { isPublicPath } from "./public/public-pages";
import { PublicSite } from "./public/public-site";

const FullApp = lazy(() => import("./full-app"));

type RootProps = {
  isSignedIn: boolean;
  /** Called when a public page answers to input; again after each change of the page. */
  onHydrated?: () => void;
};

/**
 * Public pages come without Firebase, so that visitors see and use them at once. The app takes over with the first page
 * that needs it, or from the start for someone who is signed in, and stays.
 */
export function Root({ isSignedIn, onHydrated }: RootProps) {
  const { pathname } = useLocation();
  const [needsApp, setNeedsApp] = useState(isSignedIn);
  const showsApp = needsApp || !isPublicPath(pathname);
  if (showsApp !== needsApp) setNeedsApp(showsApp);
  return showsApp ? (
    <Suspense>
      <FullApp wasSignedIn={isSignedIn} />
    </Suspense>
  ) : (
    <PublicSite onHydrated={onHydrated} />
  );
}
