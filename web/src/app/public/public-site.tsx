import { Suspense, useEffect } from "react";
import { Route, Routes } from "react-router-dom";
import { PageLoading } from "@/components/states/page-loading";
import { Shell } from "../shell";
import { publicPages } from "./public-pages";

type PublicSiteProps = { onHydrated: (() => void) | undefined };

/**
 * The public pages as seen by visitors without an account.
 * @param props.onHydrated called when a page is mounted and responds to input
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

/**
 * Must be inside the Suspense boundary that it waits for, because that hydrates later than its surroundings.
 */
function WhenMounted({ call }: { call: (() => void) | undefined }) {
  useEffect(() => call?.(), [call]);
  return null;
}
