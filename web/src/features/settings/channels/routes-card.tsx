import { Box, chakra, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "@contract/channels/channels";
import { isToMembers, membersRoute, type Route } from "@contract/channels/routes";
import { Plus } from "lucide-react";
import { useState } from "react";
import { bodyRows, Card, CardBody, CardHeader } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { SmallText } from "@/components/ui/text";
import { ListState } from "@/components/states/list-state";
import { RoutePreview } from "./route-preview";
import { routesQuery, useDeleteRoute, useSaveRoute } from "@/data/channels";
import { connectionsQuery } from "@/data/connections";
import { setupsQuery } from "@/data/setups";
import { membersQuery } from "@/data/workspaces";
import { connectionLabel } from "@/lib/names";
import { toastOutcome } from "@/lib/toast";
import { routeText, timingText, type RouteNames } from "./channel-text";
import { RouteDialog } from "./route-dialog";

/** The routes: which incidents go where and how often. The one to members is first, even if it was removed. */
export function RoutesCard({ channels }: { channels: readonly Channel[] }) {
  const routes = useQuery(routesQuery());
  const [edited, setEdited] = useState<Route | "new">();
  const namesOf = useRouteNames();
  const others = routes.data?.filter((route) => !isToMembers(route)) ?? [];
  return (
    <Card>
      <CardHeader
        title="Routes"
        note="Findings are sent on every route they match"
        actions={
          channels.length > 0 && (
            <Button onClick={() => setEdited("new")}>
              <Plus size={16} aria-hidden />
              Add route
            </Button>
          )
        }
      />
      <CardBody>
        <ListState query={routes} what="routes" rows={2} />
        <chakra.ul listStyleType="none" css={bodyRows} aria-label="Routes">
          {routes.data && <MembersRow isRemoved={others.length === routes.data.length} />}
          {others.map((route) => (
            <RouteRow
              key={route.id}
              route={route}
              channelName={channels.find(({ id }) => id === route.channelId)?.name ?? ""}
              names={namesOf(route)}
              onEdit={() => setEdited(route)}
            />
          ))}
        </chakra.ul>
        {routes.data && (
          <SmallText pt="3" borderTopWidth="1px" borderColor="border">
            Muted incidents are not sent again until they get worse.
          </SmallText>
        )}
      </CardBody>
      {edited && (
        <RouteDialog
          route={edited === "new" ? null : edited}
          channels={channels}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

/** The route to members, which can be removed and restored. */
function MembersRow({ isRemoved }: { isRemoved: boolean }) {
  const remove = useDeleteRoute();
  const restore = useSaveRoute();
  const change = () =>
    isRemoved
      ? toastOutcome(
          restore.mutateAsync({ id: null, body: membersRoute }),
          "Members are emailed again",
          "Unable to restore the emails to members",
        )
      : toastOutcome(
          remove.mutateAsync(membersRoute.id),
          "Members aren't emailed anymore",
          "Unable to remove the emails to members",
        );
  return (
    <Flex as="li" gap="3" py="3" align="center" wrap="wrap" borderTopWidth="1px" borderColor="border">
      <Box flex="1" minW="200px">
        <Box fontWeight="520" color={isRemoved ? "fg.muted" : undefined}>
          Members with email on: {isRemoved ? "no emails" : "after each run with news"}
        </Box>
        <SmallText>
          {isRemoved
            ? "An admin removed this route."
            : "Also when checks can't run. Each member decides in Notifications."}
        </SmallText>
        {!isRemoved && <RoutePreview route={membersRoute} examples={0} />}
      </Box>
      <Button
        aria-label={`${isRemoved ? "Restore" : "Remove"} emails to members`}
        disabled={remove.isPending || restore.isPending}
        onClick={change}
      >
        {isRemoved ? "Restore" : "Remove"}
      </Button>
    </Flex>
  );
}

function useRouteNames(): (route: Route) => RouteNames {
  const connections = useQuery(connectionsQuery());
  const setups = useQuery(setupsQuery());
  const members = useQuery(membersQuery());
  return ({ connectionId, setupId, assigneeUid }) => {
    const connection = connections.data?.find(({ id }) => id === connectionId);
    return {
      connection: connection && connectionLabel(connection),
      setup: setups.data?.find(({ id }) => id === setupId)?.name,
      assignee:
        members.data &&
        (members.data.find(({ uid }) => uid === assigneeUid)?.displayName ?? "someone who has left"),
    };
  };
}

type RouteRowProps = { route: Route; channelName: string; names: RouteNames; onEdit: () => void };

function RouteRow({ route, channelName, names, onEdit }: RouteRowProps) {
  const remove = useDeleteRoute();
  const name = `${routeText(route, names)} to ${channelName}`;
  return (
    <Flex as="li" gap="3" py="3" align="center" wrap="wrap" borderTopWidth="1px" borderColor="border">
      <Box flex="1" minW="200px" overflowWrap="anywhere">
        <Box fontWeight="520">{name}</Box>
        <SmallText>
          {timingText(route)}
          {route.includesFailedRuns && ". Also when checks can't run"}
          {route.includesNewNames && ". Also news about names"}
        </SmallText>
      </Box>
      <Flex gap="2">
        <Button aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          aria-label={`Delete ${name}`}
          disabled={remove.isPending}
          onClick={() =>
            toastOutcome(remove.mutateAsync(route.id), "Route deleted", "Unable to delete the route")
          }
        >
          Delete
        </Button>
      </Flex>
    </Flex>
  );
}
