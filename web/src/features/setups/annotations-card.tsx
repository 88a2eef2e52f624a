import { Box, chakra } from "@chakra-ui/react";
import { segmentsText } from "@contract/findings/cause-text";
import { nameOf } from "@words";
import { useQuery } from "@tanstack/react-query";
import { annotationText } from "@/components/incidents/annotation-text";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { annotationsQuery, useChangeIncidents } from "@/data/incidents";
import { useMay } from "@/data/use-current-workspace";
import { toast, toastError } from "@/lib/toast";
import { useThisPage } from "@/lib/use-search";

/**
 * Events and properties that runs treat differently because of how an incident was closed, each with an Undo
 * button.
 */
export function AnnotationsCard({ connectionId }: { connectionId: string }) {
  const { data } = useQuery(annotationsQuery(connectionId));
  const from = useThisPage("Setup");
  const { mutate, isPending } = useChangeIncidents();
  const canChange = useMay("changeIncidents", false);
  const undo = (id: string) =>
    mutate(
      { ids: [id], action: { kind: "remove_annotation" } },
      {
        onSuccess: () => toast({ title: "Change undone" }),
        onError: (error) => toastError(error, "Unable to undo the change"),
      },
    );
  const annotated = (data ?? []).flatMap(({ annotation, ...incident }) =>
    annotation ? [{ ...incident, annotation }] : [],
  );
  if (annotated.length === 0) return null;
  return (
    <Card aria-label="Changed by closed incidents">
      <CardHeader title="Changed by closed incidents" note="For every setup of this project" />
      <CardBody>
        <ul>
          {annotated.map(({ id, finding, segment, annotation }) => (
            <chakra.li key={id} display="flex" gap="3" alignItems="flex-start" py="1.5">
              <Box flex="1" minW="0" overflowWrap="anywhere">
                <TextLink to={paths.incident(id)} state={from}>
                  {nameOf(finding.found)}
                  {segment && ` (${segmentsText(segment.dimension, [segment.value])})`}
                </TextLink>
                <SmallText>{annotationText(annotation)}</SmallText>
              </Box>
              {canChange && (
                <Button size="xs" disabled={isPending} onClick={() => undo(id)}>
                  Undo
                  <chakra.span srOnly> for {nameOf(finding.found)}</chakra.span>
                </Button>
              )}
            </chakra.li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
