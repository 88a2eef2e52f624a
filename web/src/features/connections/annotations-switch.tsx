import { Box, Flex } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Notice } from "@/components/states/notice";
import { Switch } from "@/components/ui/switch";
import { SmallText } from "@/components/ui/text";
import { mixpanelAnnotationsQuery, useSwitchMixpanelAnnotations } from "@/data/connections";
import { useMay } from "@/data/use-current-workspace";
import { countOf } from "@/lib/format";
import { toastOutcome } from "@/lib/toast";

/** Lets admins turn on annotations in Mixpanel. Others only see that they are on. */
export function AnnotationsSwitch({ connection: { id } }: { connection: Pick<Connection, "id"> }) {
  const { data } = useQuery(mixpanelAnnotationsQuery(id));
  const turn = useSwitchMixpanelAnnotations();
  const [titleId, textId] = [useId(), useId()];
  const canChange = useMay("switchMixpanelAnnotations", false);
  if (!data || (!canChange && !data.isOn)) return null;
  const { isOn, count, problem } = data;
  return (
    <Box borderTopWidth="1px" mt="5" pt="5">
      <Flex gap="3" align="flex-start">
        <Box flex="1" minW="0">
          <Box id={titleId} fontWeight="560">
            Annotate incidents in Mixpanel
          </Box>
          <SmallText id={textId} mt="1">
            While incidents are open, Plumbline writes one annotation on each first bad day, for example “Data
            may be wrong from this day: Checkout Started”. Everyone in the Mixpanel project sees it. It is
            updated when incidents recover, and removed when they are closed or you turn this off.
          </SmallText>
          {(isOn || count > 0) && (
            <Box textStyle="small" mt="1">
              {count === 0
                ? "No annotations in Mixpanel now."
                : `${countOf(count, "annotation")} in Mixpanel now.`}
              {!isOn && count > 0 && " They are removed after the next run."}
            </Box>
          )}
        </Box>
        {canChange && (
          <Switch
            aria-labelledby={titleId}
            aria-describedby={textId}
            checked={isOn}
            disabled={turn.isPending}
            onCheckedChange={(next) =>
              toastOutcome(
                turn.mutateAsync({ id, isOn: next }),
                next ? "Annotations are on" : "Annotations are off",
                "Unable to change annotations",
              )
            }
          />
        )}
      </Flex>
      {isOn && problem === "refused" && (
        <Notice mt="3" tone="warning" title="Mixpanel refused the last annotation">
          Give the service account a role that may create annotations. Plumbline tries again after the next
          run.
        </Notice>
      )}
    </Box>
  );
}
