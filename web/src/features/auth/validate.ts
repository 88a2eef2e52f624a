export const minimumPasswordLength = 6;

export type AuthFields = { displayName?: string; email: string; password: string };
export type AuthErrors = { [K in keyof AuthFields]?: string };

/** What is missing or wrong, one sentence per field; empty when everything is fine. */
export function authErrors({ displayName, email, password }: AuthFields, isNewPassword: boolean): AuthErrors {
  const errors: AuthErrors = {};
  if (displayName !== undefined && displayName.trim() === "") errors.displayName = "Enter your full name.";
  if (email.trim() === "") errors.email = "Enter your email.";
  else if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) errors.email = "Enter a valid email address.";
  if (password === "") errors.password = "Enter your password.";
  else if (isNewPassword && password.length < minimumPasswordLength)
    errors.password = `Use at least ${minimumPasswordLength} characters.`;
  return errors;
}
