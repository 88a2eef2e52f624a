/**
 * The router's state of the login and sign-up pages: the address to open after the login, if it was asked for
 * before. It is not part of the URL, so that no link can send people elsewhere.
 */
export type LoginState = { returnTo: string } | null;
