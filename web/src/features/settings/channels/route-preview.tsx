import type { RouteInput } from "@contract/channels/routes";
import { useRoutePreview } from "@/data/channels";
import { SmallText } from "@/components/ui/text";

/** What a route would have sent in the last 28 days. */
export function RoutePreview({ route, examples = 3 }: { route: RouteInput; examples?: number }) {
  const { data } = useRoutePreview(route);
  return (
    <SmallText role="status" minH="20px" overflowWrap="anywhere">
      {data && (
        <>
          {data.total === 0
            ? "No incidents in the last 28 days."
            : `Would have sent ${data.matching.length} of ${data.total} incidents from the last 28 days.`}
          <ul>
            {data.matching.slice(0, examples).map(({ id, headline }) => (
              <li key={id}>{headline}</li>
            ))}
          </ul>
        </>
      )}
    </SmallText>
  );
}
