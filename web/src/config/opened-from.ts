/**
 * The router's state of an incident's or analysis's page: the page that it was opened from, which its breadcrumb leads back
 * to. Like the state of the login, it is not part of the URL, so each has one address.
 */
export type OpenedFrom = { label: string; to: string };

/** The router's state of the inbox: the incident whose page the user came back from by keyboard. */
export type BackFrom = { incidentId: string };
