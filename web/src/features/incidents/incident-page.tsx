import { segmentName, sharedText } from "@contract/incidents/began-together";
import { Flex, Grid } from "@chakra-ui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { detectorOf } from "@contract/detectors";
import type { IncidentDetail } from "@contract/incidents";
import { nameOf } from "@words";
import { isOfHours, namesOf, onsetOf } from "@contract/findings/finding";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { annotationText } from "@/components/incidents/annotation-text";
import { closingText, deciderOf, reopenedText } from "@/components/incidents/standing-text";
import { ConnectionName } from "@/components/incidents/connection-name";
import { PersonAvatar } from "@/components/incidents/person-avatar";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { DetailsList } from "@/components/layout/details-list";
import { Page, PageHeader, PrintedAddress } from "@/components/layout/page";
import { ErrorState } from "@/components/states/error-state";
import { MissingPage } from "@/components/states/missing-page";
import { SkeletonRows } from "@/components/states/skeleton";
import { Button, LinkButton } from "@/components/ui/button";
import { Kbd, onlyWithKeyboard } from "@/components/ui/kbd";
import { CopyableId } from "@/components/ui/copyable-id";
import { ExternalLink, TextLink } from "@/components/ui/text-link";
import type { BackFrom, OpenedFrom } from "@/config/opened-from";
import { useOpenedFrom } from "@/lib/use-search";
import { paths } from "@/config/paths";
import { connectionsQuery, useConnectionNames } from "@/data/connections";
import { incidentIn, incidentQuery, incidentsQuery } from "@/data/incidents";
import { incidentContextQuery } from "@/data/project-context";
import { currentUserQuery } from "@/data/user";
import { useMay } from "@/data/use-current-workspace";
import { isNotFound } from "@/lib/api-error";
import { formatPercent, formatProjectDay, formatRecentDay } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { FoldCard } from "./fold-card";
import { FoundCard } from "./found-card";
import { incidentColumns, IncidentFacts } from "./incident-facts";
import { ofSameCause, SameCauseCard } from "./same-cause-card";
import { ChangesCard } from "./changes-card";
import { CommentForm } from "./comment-form";
import { openActionMenu } from "@/components/choices/action-menu";
import { IncidentActions } from "./actions/incident-actions";
import { useIncidentActions } from "./actions/use-incident-actions";
import { pageShortcuts } from "./shortcuts";
import { useShortcuts } from "@/lib/use-key-press";
import { ShortcutsHelp } from "@/components/layout/shortcuts-help";
import { SmallText } from "@/components/ui/text";
import { useElsewhere } from "@/data/use-elsewhere";
import { Timeline } from "./timeline";
import { WhoUsesCard } from "./who-uses-card";

/** One incident: what broke, who is working on it, and its history. */
export function IncidentPage() {
  const { incidentId = "" } = useParams();
  const incident = useQuery(incidentQuery(incidentId));
  const from = useWayBack();
  // The user's role decides whether there are actions. Shown later, they would push the page down.
  const user = useQuery(currentUserQuery());
  if (incident.isPending || user.isPending)
    return (
      <Page>
        <PageHeader title="Incident" crumbs={[from, { label: "…" }]} />
        <SkeletonRows label="Loading the incident" rows={6} />
      </Page>
    );
  if (incident.isError && !incident.data)
    return isNotFound(incident.error) ? (
      <MissingIncident id={incidentId} />
    ) : (
      <Page>
        <ErrorState title="Unable to load the incident" error={incident.error} onRetry={incident.refetch} />
      </Page>
    );
  return <LoadedIncident incident={incident.data} />;
}

/** Shown for an incident that the current workspace doesn't have. */
const MissingIncident = ({ id }: { id: string }) => (
  <MissingPage title="Incident not found" {...useElsewhere(incidentIn(id))}>
    <LinkButton to={paths.incidents}>All incidents</LinkButton>
  </MissingPage>
);

/** The page to go back to: the one that this was opened from, or the list. */
const useWayBack = (): OpenedFrom => useOpenedFrom() ?? { label: "Incidents", to: paths.incidents };

function LoadedIncident({ incident }: { incident: IncidentDetail }) {
  const canChange = useMay("changeIncidents", false);
  const { act, isPending } = useIncidentActions();
  const connectionName = useConnectionNames()(incident.connectionId);
  const context = useQuery(incidentContextQuery(incident.id)).data;
  const { finding, subject } = incident;
  // No Mixpanel URL opens a single event, so the page offers its name to paste into the search there.
  const { event } = namesOf(subject);
  const navigate = useNavigate();
  const from = useWayBack();
  const [showsHelp, setShowsHelp] = useState(false);
  const siblings = useInfiniteQuery(incidentsQuery(incident.status === "closed"));
  const all = siblings.data?.pages.flatMap(({ items }) => items) ?? [];
  const sameCause = ofSameCause(incident, all);
  /** Goes to the incident before or after this one in its list. */
  const move = (by: 1 | -1) => {
    const list = all.filter(({ status }) => status === incident.status);
    const next = list[list.findIndex(({ id }) => id === incident.id) + by];
    if (next) void navigate(paths.incident(next.id), { state: from });
  };
  useShortcuts({
    ...(canChange && {
      a: () => incident.status === "open" && void act([incident], { kind: "acknowledge" }),
      i: () => openActionMenu("Assign"),
      m: () => openActionMenu("Mute"),
      e: () => openActionMenu("Close"),
      c: () => document.querySelector<HTMLElement>("main textarea")?.focus(),
    }),
    j: () => move(1),
    k: () => move(-1),
    u: () => {
      const isInbox = from.to.split("?")[0] === paths.incidents;
      void navigate(from.to, isInbox ? { state: { incidentId: incident.id } satisfies BackFrom } : {});
    },
    "?": () => setShowsHelp(true),
  });
  return (
    <Page>
      <PageHeader
        title={finding.headline}
        crumbs={[from, { label: nameOf(finding.found) }]}
        description={
          <IncidentFacts incident={incident} usedBy={context?.usedBy}>
            {connectionName !== null && <ConnectionName name={connectionName} />}
            <span>{headText(incident)}</span>
          </IncidentFacts>
        }
        actions={
          canChange && (
            <IncidentActions
              incidents={[incident]}
              isPending={isPending}
              onAct={(action, note) => act([incident], action, note)}
            />
          )
        }
      />
      <Grid templateColumns={incidentColumns} gap="5" alignItems="start">
        <Flex direction="column" gap="5">
          <FoundCard incident={incident} changes={context?.changes ?? []}>
            {context && (
              <Flex mt="4" columnGap="4" rowGap="2" wrap="wrap" align="center">
                <ExternalLink href={context.mixpanelUrl}>Open in Mixpanel</ExternalLink>
                {event !== null && (
                  <SmallText overflowWrap="anywhere">
                    Event: <CopyableId id={event} name="event name" />
                  </SmallText>
                )}
              </Flex>
            )}
          </FoundCard>
          {context && <ChangesCard changes={context.changes} window={context.window} />}
          <Card>
            <CardHeader title="Activity" />
            <CardBody>
              <Timeline entries={incident.timeline} />
              {canChange && (
                <CommentForm
                  isPending={isPending}
                  onComment={(text, id) => act([incident], { kind: "comment", text, id })}
                />
              )}
            </CardBody>
          </Card>
        </Flex>
        <Flex direction="column" gap="5">
          {context?.usedBy && <WhoUsesCard usedBy={context.usedBy} />}
          {sameCause.length > 0 && <SameCauseCard incidents={sameCause} from={from} />}
          <DetailsCard
            incident={incident}
            onUndo={canChange ? () => void act([incident], { kind: "remove_annotation" }) : null}
          />
        </Flex>
      </Grid>
      <Flex
        mt="4"
        columnGap="4"
        rowGap="1"
        wrap="wrap"
        textStyle="caption"
        color="fg.muted"
        css={onlyWithKeyboard}
        _print={{ display: "none" }}
        aria-hidden
      >
        {pageShortcuts.map(([key, does]) => (
          <span key={key}>
            <Kbd>{key}</Kbd> {does}
          </span>
        ))}
      </Flex>
      <PrintedAddress />
      <ShortcutsHelp shortcuts={pageShortcuts} isOpen={showsHelp} onClose={() => setShowsHelp(false)} />
    </Page>
  );
}

/** "3 hours after 4.2.0, by Ana Torres, Nov 19", "the day of “Checkout v2 live”, closes automatically once Nov 22 is tested", "open since Nov 19". */
function headText(incident: IncidentDetail): string {
  const decider = deciderOf(incident);
  const { sameDayChange } = incident.finding;
  const texts = [
    decider && `by ${decider.by.name}, ${formatRecentDay(decider.at)}`,
    reopenedText(incident),
    closingText(incident),
  ].filter(Boolean);
  if (texts.length === 0 && incident.status === "open")
    texts.push(`open since ${formatRecentDay(incident.createdAt)}`);
  return [sharedText({ change: sameDayChange, segment: null }), ...texts].filter(Boolean).join(", ");
}

/** "Event property null % increase, threshold 30%". */
function checkText({ detector, thresholdPct }: IncidentDetail["finding"]): string {
  const { name, requiresThreshold } = detectorOf(detector);
  return requiresThreshold && thresholdPct !== null
    ? `${name}, threshold ${formatPercent(thresholdPct)}`
    : name;
}

/** When it began; for a finding in hours also what is checked next. */
function daysOf({ firstBadDay, found }: IncidentDetail["finding"]) {
  const onset = onsetOf(found);
  const about = isOfHours(found) ? "" : "about ";
  const began = onset
    ? [{ label: "First hour", value: `${formatProjectDay(onset.day)}, ${about}${onset.hour}` }]
    : firstBadDay
      ? [{ label: "First day", value: formatProjectDay(firstBadDay) }]
      : [];
  if (!isOfHours(found)) return began;
  return [
    ...began,
    {
      label: "Tested until",
      value: `${found.figures.untilHour}. Hours are tested once they are 2 hours old.`,
    },
    {
      label: "Tomorrow",
      value: "The result for the whole day replaces this one. Same incident, no second message.",
    },
  ];
}

type DetailsCardProps = {
  incident: IncidentDetail;
  /** Undoes the incident's effect on later runs; null for members who may not. */
  onUndo: (() => void) | null;
};

function DetailsCard({ incident, onUndo }: DetailsCardProps) {
  const connections = useQuery(connectionsQuery());
  const { finding, assignee, connectionId, lastTestedDay, segment, annotation } = incident;
  const connection = connections.data?.find(({ id }) => id === connectionId);
  return (
    <FoldCard title="Details">
      <CardBody>
        <DetailsList
          details={[
            {
              label: "Assigned to",
              value: assignee ? (
                <Flex gap="2">
                  <PersonAvatar name={assignee.name} />
                  {assignee.name}
                </Flex>
              ) : (
                "Nobody"
              ),
            },
            { label: "Check", value: checkText(finding) },
            ...(connection ? [{ label: "Connection", value: connectionLabel(connection) }] : []),
            ...(segment ? [{ label: "Segment", value: segmentName(segment) }] : []),
            ...daysOf(finding),
            { label: "Last tested day", value: formatProjectDay(lastTestedDay) },
            ...(annotation ? [{ label: "Later runs", value: annotationText(annotation) }] : []),
            {
              label: "Seen in",
              value: <TextLink to={paths.report(finding.runId)}>the last report</TextLink>,
            },
          ]}
        />
        {annotation && onUndo && (
          <Button mt="3" size="xs" onClick={onUndo}>
            Undo the change to later runs
          </Button>
        )}
      </CardBody>
    </FoldCard>
  );
}
