export const minimumPasswordLength = 6;

export type AuthFields = { displayName?: string; email: string; password: string };
export type AuthErrors = { [K in keyof AuthFields]?: string };

export function emailError(email: string): string | undefined {
  if (email.trim() === "") return "Enter your email.";
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) return "Enter a valid email address.";
  return undefined;
}

export function newPasswordError(password: string): string | undefined {
  if (password === "") return "Enter your password.";
  if (password.length < minimumPasswordLength) return `Use at least ${minimumPasswordLength} characters.`;
  return undefined;
}

/** What is missing or wrong, one sentence per field; empty if everything is fine. */
export function authErrors({ displayName, email, password }: AuthFields, isNewPassword: boolean): AuthErrors {
  const name = displayName?.trim() === "" ? "Enter your full name." : undefined;
  const address = emailError(email);
  const secret = isNewPassword || password === "" ? newPasswordError(password) : undefined;
  return {
    ...(name ? { displayName: name } : {}),
    ...(address ? { email: address } : {}),
    ...(secret ? { password: secret } : {}),
  };
}
