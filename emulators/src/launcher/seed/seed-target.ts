export interface SeedTarget {
  /** The web app's origin, with the API below it. */
  readonly appUrl: string;
  readonly authUrl: string;
  readonly mailUrl: string;
  readonly channelsUrl: string;
}

export interface SeedStack extends SeedTarget {
  /** Environment variables for a process that acts as the product. */
  readonly environment: Readonly<Record<string, string>>;
}
