import { Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { PageLoading } from "@/components/states/page-loading";
import { Shell } from "../shell";
import { publicPages } from "./public-pages";

/** The public pages as visitors without an account see them. */
export const PublicSite = () => (
  <Shell user={null}>
    <Suspense fallback={<PageLoading />}>
      <Routes>
        {publicPages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Routes>
    </Suspense>
  </Shell>
);
