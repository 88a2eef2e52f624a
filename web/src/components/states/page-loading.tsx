import { Page } from "../layout/page";
import { SkeletonBar, Skeletons } from "./skeleton";

/** Shown while a page's code loads. */
export const PageLoading = () => (
  <Page>
    <Skeletons label="Loading">
      <SkeletonBar width="180px" height="24px" mb="3" />
      <SkeletonBar width="280px" maxW="100%" />
    </Skeletons>
  </Page>
);
