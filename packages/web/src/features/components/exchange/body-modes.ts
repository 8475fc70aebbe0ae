/** The modes in which a body can be shown; pure. */
import { formatJson } from '../request/json-template.ts'

export type BodyMode = 'pretty' | 'raw' | 'preview'

/** The modes, best one first, and the formatted body if it is JSON. */
export function bodyModes(
  body: string,
  contentType: string,
): { readonly modes: readonly BodyMode[]; readonly formatted: string | null } {
  const formatted = /json/i.test(contentType) || /^\s*[[{]/.test(body) ? formatJson(body) : null
  const preview: readonly BodyMode[] = /html|svg/i.test(contentType) ? ['preview'] : []
  return { formatted, modes: formatted === null ? ['raw', ...preview] : ['pretty', 'raw', ...preview] }
}
