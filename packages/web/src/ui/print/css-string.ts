/** A text as a string of CSS: characters that end or change it are escaped by their number. */
export const cssString = (text: string): string =>
  `"${text.replaceAll(/["\\<>\p{Cc}]/gu, sign => `\\${sign.codePointAt(0)?.toString(16)} `)}"`
