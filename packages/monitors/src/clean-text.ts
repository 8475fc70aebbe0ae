/** Texts of targets as every store can keep them. */

/** At most so many characters, none of them half of a pair or NUL, which databases refuse. */
export const cleanText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replaceAll('\0', '\uFFFD').toWellFormed()
