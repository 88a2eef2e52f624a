import { Page } from "../layout/page";
import { SkeletonBar, Skeletons } from "./skeleton";

/** While a page's code is on its way. */
export const PageLoading = () => (
  <Page>
    <Skeletons label="Loading">
      <SkeletonBar width="180px" height="24px" mb="3" />
      <SkeletonBar width="280px" maxW="100%" />
    </Skeletons>
  </Page>
);
