import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { isPublicPath } from "./public/public-pages";
import { PublicSite } from "./public/public-site";

const FullApp = lazy(() => import("./full-app"));

type RootProps = {
  isSignedIn: boolean;
  /** Called when a public page responds to input, and again after each change of the page. */
  onHydrated?: () => void;
};

/**
 * Public pages don't load Firebase, so that visitors can see and use them immediately. The full app takes
 * over on the first page that needs it, or from the start for a signed-in user, and stays.
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
