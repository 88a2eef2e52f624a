import { LegalPage } from "./legal-page";
import { LegalSection } from "./legal-section";

/** How the service works for its users. Figures come from the plan and the limits that the software enforces. */
export const TermsPage = () => (
  <LegalPage title="Terms" description="What you can expect from the service, and what it expects from you.">
    <LegalSection title="The service">
      <p>
        Plumbline checks the Mixpanel projects that you connect and reports what looks wrong. Checks are
        statistical: they can miss problems and report changes that are harmless.
      </p>
      <p>Connect only projects that you are allowed to read, with a service account made for that purpose.</p>
    </LegalSection>
    <LegalSection title="Free runs and payment">
      <p>
        The first run of a workspace is free, up to 20 GB of events and a limited number of times per Mixpanel
        project. After that, a plan is billed monthly by the number of checks; the price is shown before you
        subscribe. You can set a spending limit and cancel at the end of any billing period.
      </p>
      <p>Runs stop while an invoice is overdue, and start again when it is paid.</p>
    </LegalSection>
    <LegalSection title="Limits">
      <p>
        A workspace has at most 20 connections, 100 setups and 50 members. A setup runs at most once an hour,
        and is paused after five refused runs in a row. Guessing credentials, sending mail to strangers and
        evading these limits are not allowed.
      </p>
    </LegalSection>
  </LegalPage>
);
