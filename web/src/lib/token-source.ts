/** Where the API client's bearer token comes from; set once at the start, so that the client needs no SDK. */
export function setTokenSource(source: () => Promise<string | null>): void {
  tokenSource = source;
}

/** The signed-in user's ID token, null when there is none. */
export const readToken = (): Promise<string | null> => tokenSource();

let tokenSource: () => Promise<string | null> = () => Promise.resolve(null);
