import { Box, chakra, Stack } from "@chakra-ui/react";
import { InlineLink } from "@/components/ui/text-link";
import { Page, PageHeader } from "@/components/layout/page";
import { paths } from "@/config/paths";
import { LegalSection } from "./legal-section";

/** What the software does to protect data. Keep in sync with docs/data.md and SECURITY.md. */
export const SecurityPage = () => (
  <Page>
    <Box maxW="720px" mx="auto">
      <PageHeader
        title="Security"
        description="What Plumbline reads, what it stores, how that is protected, and when it is deleted."
      />
      <Stack gap="6">
        <LegalSection title="What is read">
          <p>
            Plumbline reads Mixpanel with a service account that you create, in the Admin role, since Mixpanel
            lets no other role read raw events and user profiles through one: events and user profiles, the
            names of events and properties, and where they are used. It reads the last eight weeks and the
            tested days, and the number of events per day in the last five to six months. It writes nothing to
            your project unless an admin turns on annotations; then it adds and removes its own annotations on
            the first bad days of incidents.
          </p>
          <p>Events and properties that you exclude aren&apos;t checked or billed.</p>
        </LegalSection>
        <LegalSection title="What is stored">
          <p>
            Raw events and user profiles are not stored: they stream through a worker's memory. Plumbline
            keeps daily counts per event and property, and the most frequent values of a property as hashes
            under a key that belongs to your connection.
          </p>
          <p>
            A value is also kept by name if at least five events of a day have it and it doesn&apos;t look
            personal. Email addresses, phone numbers, URLs with a query, tokens, IBANs and card numbers are
            never kept by name.
          </p>
          <p>Reports hold findings, charts and CSV files of what was checked.</p>
        </LegalSection>
        <LegalSection title="How it is protected">
          <p>
            Service account and channel secrets are encrypted with AES-256-GCM and bound to your workspace;
            the app never shows them again. API tokens and invitation links are stored as hashes.
          </p>
          <p>
            All traffic is encrypted in transit, and Google Cloud encrypts what it stores. Browsers reach data
            only through the API, which checks the workspace and role on every call. Each workspace has an
            audit log.
          </p>
          <p>Card numbers are typed on Stripe&apos;s page and never reach Plumbline.</p>
        </LegalSection>
        <LegalSection title="How long it is kept">
          <chakra.ul listStyleType="disc" ps="5">
            <li>Daily counts, reports and the audit log: 400 days.</li>
            <li>Names of events and properties, incidents: as long as the connection.</li>
            <li>Messages to channels: 90 days. Downloads of your data: 24 hours.</li>
          </chakra.ul>
        </LegalSection>
        <LegalSection title="How it is deleted">
          <p>
            Deleting a connection deletes its counts at once, and its reports if you choose to. Deleting a
            workspace deletes everything in it; invoices stay with Stripe. You can delete your account and
            download your data in Settings.
          </p>
        </LegalSection>
        <LegalSection title="Report a vulnerability">
          <p>
            The address is in <a href="/.well-known/security.txt">security.txt</a>. What we keep about you as
            a person is on the <InlineLink to={paths.privacy}>privacy page</InlineLink>.
          </p>
        </LegalSection>
      </Stack>
    </Box>
  </Page>
);
