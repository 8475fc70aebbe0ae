/** Indents JSON bodies; other bodies stay unchanged. */
export function prettyBody(body: string): string {
  const start = body.trimStart()[0]
  if (start !== '{' && start !== '[') return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
