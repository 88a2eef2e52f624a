/** Set when the program is packed. */
export const version = process.env.PLUMBLINE_CLI_VERSION ?? "0.0.0";
