import { queryOptions } from "@tanstack/react-query";
import { callApi } from "@/lib/api-client";

/** Who runs this installation; it changes with a deployment only. */
export const operatorQuery = () =>
  queryOptions({ queryKey: ["operator"], queryFn: () => callApi("getOperator"), staleTime: Infinity });
