/** URL-encoded text as people read it. */

/** Decoded; unchanged if its encoding is invalid. */
export function decodedUrl(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
