import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";

/** The operator of this installation, which changes only with a deployment. */
export const operatorQuery = () =>
  queryOptions({ queryKey: ["operator"], queryFn: () => callApi("getOperator"), staleTime: Infinity });
