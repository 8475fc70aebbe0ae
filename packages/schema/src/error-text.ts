/** Turns what was thrown into text. */

/** The message of an error; anything else that was thrown, as a string. */
export const errorText = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
