import { Box, chakra, Flex } from "@chakra-ui/react";
import type { Channel } from "@contract/channels/channels";
import { isToMembers, membersRoute, type Route, type RouteInput } from "@contract/channels/routes";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { RowMenu } from "@/components/choices/action-menu";
import { Card, CardBody, CardHeader, cardRow, flushRows } from "@/components/layout/card";
import { useRowFocus } from "@/components/layout/use-row-focus";
import { ListState } from "@/components/states/list-state";
import { AppDialog } from "@/components/ui/app-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SmallText } from "@/components/ui/text";
import { routesQuery, useDeleteRoute } from "@/data/channels";
import { connectionsQuery } from "@/data/connections";
import { setupsQuery } from "@/data/setups";
import { membersQuery } from "@/data/workspaces";
import { countOf } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { toastOutcome } from "@/lib/toast";
import { placeText, routeText, timingTexts, type RouteNames } from "./channel-text";
import { KindIcon } from "./kind-icon";
import { membersTarget, RouteDialog } from "./route-dialog";

/** The routes: which incidents go where and how often. The one to members is first. */
export function RoutesCard({ channels }: { channels: readonly Channel[] }) {
  const routes = useQuery(routesQuery());
  const [list, onRemove] = useRowFocus<HTMLUListElement>();
  const [edited, setEdited] = useState<Route | "new">();
  const namesOf = useRouteNames();
  const others = routes.data?.filter((route) => !isToMembers(route)) ?? [];
  const hasMembers = routes.data !== undefined && others.length < routes.data.length;
  const targets = [...channels, ...(routes.data && !hasMembers ? [membersTarget] : [])];
  return (
    <Card>
      <CardHeader
        title="Routes"
        note="A finding takes every route it matches"
        actions={
          targets.length > 0 && (
            <Button onClick={() => setEdited("new")}>
              <Plus size={16} />
              Add route
            </Button>
          )
        }
      />
      {(routes.isError || !routes.data) && (
        <CardBody>
          <ListState query={routes} what="routes" rows={2} />
        </CardBody>
      )}
      {routes.data && (
        <>
          <RowGrid
            aria-hidden
            hideBelow="lg"
            borderTopWidth="0"
            bg="bg.subtle"
            py="2"
            textStyle="label"
            color="fg.muted"
          >
            <span>What</span>
            <span>Where</span>
            <span>How often</span>
          </RowGrid>
          <chakra.ul ref={list} aria-label="Routes" css={{ lgDown: flushRows }}>
            {hasMembers && <MembersRow onRemove={onRemove} />}
            {others.map((route) => (
              <RouteRow
                key={route.id}
                route={route}
                channel={channels.find(({ id }) => id === route.channelId)}
                names={namesOf(route)}
                onEdit={() => setEdited(route)}
                onRemove={onRemove}
              />
            ))}
          </chakra.ul>
          <SmallText {...cardRow} py="3">
            {routes.data.length === 0
              ? "Without a route, nothing is sent. "
              : !hasMembers && "Members get no email after runs. "}
            Muted and acknowledged incidents are not sent again until they get worse.
          </SmallText>
        </>
      )}
      {edited && (
        <RouteDialog
          route={edited === "new" ? null : edited}
          targets={edited === "new" ? targets : channels}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

const RowGrid = chakra("div", {
  base: {
    ...cardRow,
    display: "grid",
    columnGap: "3",
    alignItems: "center",
    gridTemplateColumns: {
      base: "minmax(0, 1fr) auto",
      lg: "minmax(0, 7fr) minmax(0, 5fr) minmax(0, 6fr) 36px",
    },
  },
});

type RowProps = {
  id: string;
  route: RouteInput;
  names?: RouteNames;
  /** Where it goes. */
  children: ReactNode;
  timing: readonly [often: string, details: string];
  menu: ReactNode;
  bg?: string;
};

const Row = ({ id, route, names, children, timing: [often, details], menu, bg }: RowProps) => (
  <RowGrid as="li" data-row={id} bg={bg} py="2" textStyle="small" overflowWrap="anywhere">
    <Flex minW="0" direction={{ lg: "column" }} columnGap="2" wrap="wrap">
      <Box textStyle="smallStrong">{routeText(route, names)}</Box>
      <Box color="fg.muted">{placeText(route, names)}</Box>
    </Flex>
    <Flex
      display={{ base: "flex", lg: "contents" }}
      gridColumn="1 / -1"
      gridRow="2"
      columnGap="3"
      wrap="wrap"
      minW="0"
    >
      <Flex gap="2" align="center" minW="0">
        {children}
      </Flex>
      <Box minW="0">
        {often}
        {details && (
          <Box textStyle="caption" color="fg.muted">
            {details}
          </Box>
        )}
      </Box>
    </Flex>
    {menu}
  </RowGrid>
);

/** The route to members. Each decides for themselves, so it has nothing to edit. */
function MembersRow({ onRemove }: { onRemove: (routeId: string) => void }) {
  const query = useQuery(membersQuery());
  const members = query.data ?? [];
  const remove = useDeleteRoute();
  const [dialog, setDialog] = useState<"who" | "remove">();
  const close = () => setDialog(undefined);
  const wanting = members.filter(({ emailNotifications }) => emailNotifications);
  const [often] = timingTexts(membersRoute, undefined);
  return (
    <>
      <Row
        id={membersRoute.id}
        route={membersRoute}
        timing={[often, "Everyone can turn it off for themselves"]}
        bg="bg.subtle"
        menu={
          <RowMenu
            of="the emails to members"
            choices={[
              { label: "Who gets it", run: () => setDialog("who") },
              { label: "Remove…", run: () => setDialog("remove") },
            ]}
          />
        }
      >
        <KindIcon kind={undefined} />
        <span>
          {membersTarget.name}
          {members.length > 0 && (
            <chakra.span color="fg.muted">
              , {wanting.length} of {members.length}
            </chakra.span>
          )}
        </span>
      </Row>
      <AppDialog
        isOpen={dialog === "who"}
        onClose={close}
        size="sm"
        title="Who gets it"
        description="Each member decides in Settings, Notifications. Addresses that aren't verified or have unsubscribed get nothing."
        footer={<Button onClick={close}>Close</Button>}
      >
        <ListState
          query={query}
          what="members"
          empty={wanting.length === 0 && { title: "Nobody", text: "All members have turned email off." }}
        />
        <ul>
          {wanting.map(({ uid, displayName, email }) => (
            <li key={uid}>
              {displayName} <chakra.span color="fg.muted">{email}</chakra.span>
            </li>
          ))}
        </ul>
      </AppDialog>
      <ConfirmDialog
        isOpen={dialog === "remove"}
        title="Remove the emails to members?"
        text={`${wanting.length > 0 ? countOf(wanting.length, "member") : "Members"} will get no email after runs.`}
        confirmLabel="Remove route"
        onClose={close}
        onConfirm={() => {
          onRemove(membersRoute.id);
          toastOutcome(
            remove.mutateAsync(membersRoute.id),
            "Members aren't emailed anymore",
            "Unable to remove the emails to members",
          );
        }}
      />
    </>
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

type RouteRowProps = {
  route: Route;
  channel: Channel | undefined;
  names: RouteNames;
  onEdit: () => void;
  onRemove: (routeId: string) => void;
};

function RouteRow({ route, channel, names, onEdit, onRemove }: RouteRowProps) {
  const remove = useDeleteRoute();
  return (
    <Row
      id={route.id}
      route={route}
      names={names}
      timing={timingTexts(route, channel?.kind)}
      menu={
        <RowMenu
          of={`${routeText(route, names)} to ${channel?.name ?? ""}`}
          choices={[
            { label: "Edit", run: onEdit },
            {
              label: "Remove",
              run: () => {
                onRemove(route.id);
                toastOutcome(remove.mutateAsync(route.id), "Route removed", "Unable to remove the route");
              },
            },
          ]}
        />
      }
    >
      {channel && <KindIcon kind={channel.kind} />}
      <span>{channel?.name}</span>
    </Row>
  );
}
