import { Flex, Grid } from "@chakra-ui/react";
import type { IncidentDetail } from "@contract/incidents";
import type { IncidentContext } from "@contract/integrations/project-context";
import type { DetectorResult } from "@contract/runs";
import { nameOf } from "@words";
import { Page, PageHeader } from "@/components/layout/page";
import { SamplePage, sampleQueries } from "@/components/sample/sample-page";
import { paths } from "@/config/paths";
import { detectorResultQuery } from "@/data/runs";
import { ChangesCard } from "../changes-card";
import { FoundCard } from "../found-card";
import { incidentColumns, IncidentFacts } from "../incident-facts";
import { WhoUsesCard } from "../who-uses-card";
import data from "./sample-incident.json";

/** The API's responses for the sample report's most important incident; `bench/src/web/write-landing-data.ts` writes it. */
const { incident, context, result } = data as unknown as {
  incident: IncidentDetail;
  context: IncidentContext;
  result: DetectorResult;
};
/** Times are the project's, because the page's HTML is the same for everybody. */
const { timeZone } = result.window!;

const queries = sampleQueries();
queries.setQueryData(detectorResultQuery(result.runId, result.id).queryKey, result);

/** The public sample incident: the incident page with bundled data and without actions. */
export const DemoIncidentPage = () => (
  <SamplePage kind="incident" queries={queries}>
    <Page>
      <PageHeader
        title={incident.finding.headline}
        crumbs={[{ label: "Demo report", to: paths.demo }, { label: nameOf(incident.finding.found) }]}
        description={<IncidentFacts incident={incident} usedBy={context.usedBy} />}
      />
      <Grid templateColumns={incidentColumns} gap="5" alignItems="start">
        <Flex direction="column" gap="5">
          <FoundCard incident={incident} changes={context.changes} />
          <ChangesCard changes={context.changes} window={context.window} />
        </Flex>
        {context.usedBy && <WhoUsesCard usedBy={context.usedBy} timeZone={timeZone} />}
      </Grid>
    </Page>
  </SamplePage>
);
