export interface SeedTarget {
  /** The web app's origin, with the API below it. */
  readonly appUrl: string;
  readonly authUrl: string;
  readonly mailUrl: string;
  readonly channelsUrl: string;
}
