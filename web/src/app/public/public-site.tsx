import { Suspense, useEffect } from "react";
import { Route, Routes } from "react-router-dom";
import { PageLoading } from "@/components/states/page-loading";
import { Shell } from "../shell";
import { publicPages } from "./public-pages";

type PublicSiteProps = { onHydrated: (() => void) | undefined };

/**
 * The public pages as visitors without an account see them.
 * @param props.onHydrated called when a page is there and answers to input
 */
export const PublicSite = ({ onHydrated }: PublicSiteProps) => (
  <Shell user={null}>
    <Suspense fallback={<PageLoading />}>
      <Routes>
        {publicPages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
      <WhenMounted call={onHydrated} />
    </Suspense>
  </Shell>
);

/** Inside the boundary of what it waits for: that is hydrated later than what surrounds it. */
function WhenMounted({ call }: { call: (() => void) | undefined }) {
  useEffect(() => call?.(), [call]);
  return null;
}
