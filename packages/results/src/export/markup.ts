/** HTML and SVG as tagged templates: every text put in is escaped, only what is markup already goes in as it is. */

/** Text that is safe to stand in a page. */
export interface Markup {
  readonly html: string
}
type Part = Markup | string | number | null | readonly Part[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, sign => entities[sign] ?? sign)

/** Builds markup; lists are joined, null leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: strings.reduce((text, piece, index) => text + rendered(parts[index - 1] ?? null) + piece) }
}

/** Takes a text of our own, such as a style sheet, as it is. */
export const trusted = (text: string): Markup => ({ html: text })

function rendered(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return 'html' in part ? part.html : part.map(rendered).join('')
}
