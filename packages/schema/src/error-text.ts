/** Turns what was thrown into text. */

/** The message of an error; anything else that was thrown, as a string. */
export const errorText = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** The same with the places in the code where it was thrown, for logs. */
export const errorStack = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
