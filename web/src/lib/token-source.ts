/** What the API client needs of the signed-in user. */
export type TokenSource = {
  /** The signed-in user's ID token, null when there is none. */
  idToken: () => Promise<string | null>;
  /**
   * Called when the server refused `token` (401). True when another token has replaced it meanwhile, so that the
   * request can be sent once more; otherwise finds out whether the session is still valid.
   * @param mayWait whether to wait for a renewal under way; a request that is a part of one must not
   */
  isReplaced: (token: string, mayWait: boolean) => Promise<boolean>;
  /** Runs `action`, which ends this session and begins another; a token refused meanwhile doesn't sign out. */
  renew: (action: () => Promise<void>) => Promise<void>;
};

/** Sets where the bearer token comes from. Called once at start-up, so that the API client doesn't depend on the SDK. */
export function setTokenSource(source: TokenSource): void {
  tokenSource = source;
}

export const readToken = (): Promise<string | null> => tokenSource.idToken();
export const isTokenReplaced = (token: string, mayWait: boolean): Promise<boolean> =>
  tokenSource.isReplaced(token, mayWait);
export const renewSession = (action: () => Promise<void>): Promise<void> => tokenSource.renew(action);

let tokenSource: TokenSource = {
  idToken: () => Promise.resolve(null),
  isReplaced: () => Promise.resolve(false),
  renew: (action) => action(),
};
