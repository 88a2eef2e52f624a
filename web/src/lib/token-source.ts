/** What the API client needs to know about the signed-in user. */
export type TokenSource = {
  /** The signed-in user's ID token; null if nobody is signed in. */
  idToken: () => Promise<string | null>;
  /**
   * Called when the server refused `token` (401). Returns true if another token has replaced it in the
   * meantime, so that the request can be retried. Otherwise it checks whether the session is still valid.
   * @param mayWait whether to wait for a renewal in progress; must be false for a request that is part of the
   *   renewal
   */
  isReplaced: (token: string, mayWait: boolean) => Promise<boolean>;
  /**
   * Runs `action`, which ends this session and starts another. A token refused in the meantime doesn't sign
   * out.
   */
  renew: (action: () => Promise<void>) => Promise<void>;
};

/**
 * Sets the source of the bearer token. Called once at startup, so that the API client doesn't depend on the
 * SDK.
 */
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
