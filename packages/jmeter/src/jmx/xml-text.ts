/** Encodes and decodes text in XML: references, CDATA, line ends; written as by JMeter's own writer. */

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** One reference without `&` and `;`; undefined when it is unknown. */
export function resolveReference(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(named, name) ? named[name] : undefined
  const isHex = name[1] === 'x'
  const digits = name.slice(isHex ? 2 : 1)
  if (!(isHex ? /^[\da-f]{1,8}$/i : /^\d{1,10}$/).test(digits)) return undefined
  const code = Number.parseInt(digits, isHex ? 16 : 10)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

const resolveAll = (raw: string): string =>
  raw.includes('&')
    ? raw.replaceAll(/&([^;&]*);/g, (whole, name: string) => resolveReference(name) ?? whole)
    : raw

/** Value of an attribute as written between its quotes. */
export const decodeAttribute = (raw: string): string =>
  resolveAll(/[\r\n\t]/.test(raw) ? raw.replaceAll(/\r\n|[\r\n\t]/g, ' ') : raw)

/** Value of a leaf's content: CDATA is taken literally, comments and instructions are left out, line ends are LF. */
export function decodeContent(raw: string): string {
  if (!raw.includes('<') && !raw.includes('&') && !raw.includes('\r')) return raw
  return raw
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)/)
    .map((part, index) => {
      const isSection = index % 2 === 1
      if (isSection && !part.startsWith('<![CDATA[')) return ''
      const plain = (isSection ? part.slice(9, -3) : part).replaceAll(/\r\n?/g, '\n')
      return isSection ? plain : resolveAll(plain)
    })
    .join('')
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// oxlint-disable no-control-regex -- control characters are what has to be written as references
const escapeWith = (value: string, pattern: RegExp): string =>
  value.replaceAll(pattern, each => escapes[each] ?? `&#x${(each.codePointAt(0) ?? 0).toString(16)};`)

/** A value as content of an element; `eol` is the line end of the plan. */
export const encodeContent = (value: string, eol: string): string =>
  escapeWith(value, /[&<>"'\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g).replaceAll('\n', eol)

/** A value as an attribute, without its quotes. */
export const encodeAttribute = (value: string): string =>
  escapeWith(value, /[&<>"'\u0000-\u001f\ufffe\uffff]/g)
