/** Separates a text from the one it was taken from: in V8 parts refer to the whole, and a variable would keep a response's body in memory. */

/** Shorter parts are copied by V8 itself. */
const copiedLength = 13

/** The same text, without a reference to other memory. */
export function detachedText(text: string): string {
  if (text.length < copiedLength) return text
  // Only UTF-16 preserves unpaired surrogates.
  const encoding = text.isWellFormed() ? 'utf8' : 'utf16le'
  return Buffer.from(text, encoding).toString(encoding)
}
