import { LegalPage } from "./legal-page";
import { LegalSection } from "./legal-section";

/** What the software does with data. Keep in sync with docs/data.md. */
export const PrivacyPage = () => (
  <LegalPage title="Privacy" description="What Plumbline reads, what it keeps, and for how long.">
    <LegalSection title="Your Mixpanel data">
      <p>
        Plumbline reads events and user profiles with the service account you provide. They stream through a
        worker's memory and are not stored.
      </p>
      <p>
        Kept for 400 days: daily counts per event and property, and the most frequent values as keyed hashes.
        A value is also kept by name if it occurred at least five times that day and doesn't look like
        personal data: email addresses, phone numbers, URLs with a query, tokens, IBANs and card numbers are
        never kept or shown by name.
      </p>
      <p>
        Reports (findings, charts and CSV files) are kept for 400 days, or until you delete them. Names of
        events and properties are kept as long as the connection.
      </p>
    </LegalSection>
    <LegalSection title="Your account">
      <p>
        We keep your name, email address and notification settings, which workspaces you belong to, and an
        audit log of changes with the IP address they came from. Service account secrets are encrypted. When
        you unsubscribe using the link in an email, we keep a keyed hash of your address, even after you
        delete your account, so that we don't email you again.
      </p>
      <p>
        The site sets no advertising or analytics cookies. Your browser stores your session, your theme and
        the workspace you chose.
      </p>
    </LegalSection>
    <LegalSection title="Who else processes your data">
      <p>
        Google Cloud and Firebase host the service and sign you in. Stripe handles payments; card numbers are
        typed on Stripe's page and never reach Plumbline. Email goes through the operator's mail server.
      </p>
    </LegalSection>
  </LegalPage>
);
