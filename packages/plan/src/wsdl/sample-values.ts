/** What stands in a sample where the user's values go: by the built-in types of XML Schema, their facets, or variables. */
import { variableNameSchema } from '@pone/schema/template.ts'
import { attribute, type XmlElement } from './xml-element.ts'

const byType: Readonly<Record<string, string | undefined>> = {
  boolean: 'false',
  decimal: '0.0',
  float: '0.0',
  double: '0.0',
  date: '2026-01-01',
  time: '00:00:00',
  dateTime: '2026-01-01T00:00:00Z',
  duration: 'P1D',
  gYear: '2026',
  gYearMonth: '2026-01',
  gMonth: '--01',
  gDay: '---01',
  gMonthDay: '--01-01',
  base64Binary: 'AA==',
  hexBinary: '00',
  anyURI: 'urn:x',
  language: 'en',
  positiveInteger: '1',
  negativeInteger: '-1',
}
const integers = new Set(
  'integer nonPositiveInteger nonNegativeInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte'.split(
    ' ',
  ),
)

/** A value of a built-in type; `?` where any text will do. */
export const valueOfBuiltIn = (local: string): string => byType[local] ?? (integers.has(local) ? '0' : '?')

/** A value that the facets of a restriction allow, if they say enough; else the one of the base. */
export function valueOfRestriction(restriction: XmlElement, baseValue: string): string {
  const facet = (name: string): string | null => {
    const found = restriction.children.find(({ local }) => local === name)
    return found === undefined ? null : (found.attributes.get('value') ?? '')
  }
  const listed = facet('enumeration')
  if (listed !== null) return escapeTemplate(listed)
  const least = facet('minInclusive')
  if (least !== null) return escapeTemplate(least)
  const length = Number(facet('length') ?? facet('minLength') ?? 0)
  return baseValue === '?' && length > 1 ? '?'.repeat(Math.min(length, 1_000)) : baseValue
}

/** The value that a declaration itself gives; null when it gives none. */
export function givenValue(declaration: XmlElement): string | null {
  const fixed = attribute(declaration, 'fixed')
  const value = fixed === '' ? attribute(declaration, 'default') : fixed
  return value === '' ? null : escapeTemplate(value)
}

/** `${name}`; null when the name cannot be that of a variable. */
export const variableFor = (local: string): string | null => {
  const name = local.replaceAll('-', '_')
  return variableNameSchema.safeParse(name).success ? `\${${name}}` : null
}

/** What stands in the description as it is must not be read as a template. */
export const escapeTemplate = (text: string): string => text.replaceAll('${', () => '$${')

/** Text as it stands in XML. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
