/** What the API client needs of the signed-in user. */
export type TokenSource = {
  /** The signed-in user's ID token, null when there is none. */
  idToken: () => Promise<string | null>;
  /** Called when the server refused that token (401). */
  check: () => Promise<void>;
};

/** Sets where the bearer token comes from. Called once at start-up, so that the API client doesn't depend on the SDK. */
export function setTokenSource(source: TokenSource): void {
  tokenSource = source;
}

export const readToken = (): Promise<string | null> => tokenSource.idToken();
export const reportRefusedToken = (): void => void tokenSource.check();

let tokenSource: TokenSource = { idToken: () => Promise.resolve(null), check: () => Promise.resolve() };
