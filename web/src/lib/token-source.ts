/** What the API client needs to know of whoever is signed in. */
export type TokenSource = {
  /** The signed-in user's ID token, null when there is none. */
  idToken: () => Promise<string | null>;
  /** Called when the server refused that token (401). */
  check: () => Promise<void>;
};

/** Where the API client's bearer token comes from; set once at the start, so that the client needs no SDK. */
export function setTokenSource(source: TokenSource): void {
  tokenSource = source;
}

export const readToken = (): Promise<string | null> => tokenSource.idToken();
export const reportRefusedToken = (): void => void tokenSource.check();

let tokenSource: TokenSource = { idToken: () => Promise.resolve(null), check: () => Promise.resolve() };
