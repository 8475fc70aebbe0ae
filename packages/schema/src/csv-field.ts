/** Writes fields of CSV (RFC 4180). */

/** The field, in quotes whatever it holds. */
export const quotedField = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** The field, in quotes where it needs them. */
export const csvField = (text: string): string => (/[",\r\n]/.test(text) ? quotedField(text) : text)

/** The same for a file that people open in a spreadsheet: what it would take for a formula is led by an apostrophe. */
export function spreadsheetField(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)
  return csvField(!isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
}
