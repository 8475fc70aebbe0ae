/**
 * Answers of Jolokia to the reading of a bean, or of all beans of a pattern → a record per bean. Pure.
 * @see https://jolokia.org/reference/html/manual/jolokia_protocol.html#read
 */
import { TargetFault } from '../target-fault.ts'
import { valueAtPath } from './json.ts'
import { maxRecords, type TargetRecord } from './records.ts'

/** What becomes a field of a record. */
export interface JolokiaFields {
  /** Attributes by field; parts of composite ones as `attribute.part`. */
  readonly fields: Readonly<Record<string, string>>
  /** Key properties of the beans' names by field. */
  readonly properties: Readonly<Record<string, string>>
  /** Beans whose key property begins so are left out. */
  readonly omit?: { readonly property: string; readonly prefix: string } | undefined
  /** Whether a target without such a bean is another product. */
  readonly isRequired: boolean
}

/** None where no bean matches; `grant`: what lets the account read them. @throws TargetFault `malformed`, `wrongProduct`, `missingRight` */
export function jolokiaRecords(
  text: string,
  wanted: JolokiaFields,
  grant = '',
): { records: TargetRecord[]; isCut: boolean } {
  const answer = parsed(text)
  const status = valueAtPath(answer, 'status')
  const error = valueAtPath(answer, 'error')
  const said = typeof error === 'string' ? error : ''
  if (status === 404 && !wanted.isRequired) return { records: [], isCut: false }
  if (status === 404) throw new TargetFault('wrongProduct', said)
  if (status === 403) throw new TargetFault('missingRight', said, { grant })
  if (typeof status !== 'number') throw new TargetFault('wrongProduct', text.slice(0, 200))
  const value = valueAtPath(answer, 'value')
  if (status !== 200 || typeof value !== 'object' || value === null) throw new TargetFault('malformed', said)
  const records = Object.entries(value).flatMap(([name, bean]) => recordOf(propertiesOf(name), bean, wanted))
  return { records: records.slice(0, maxRecords), isCut: records.length > maxRecords }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TargetFault('wrongProduct', text.slice(0, 200))
  }
}

function recordOf(
  own: ReadonlyMap<string, string>,
  bean: unknown,
  { fields, properties, omit }: JolokiaFields,
): TargetRecord[] {
  if (omit && own.get(omit.property)?.startsWith(omit.prefix) === true) return []
  const named = Object.entries(properties).map(([field, property]) => [field, own.get(property) ?? ''])
  const read = Object.entries(fields).flatMap(([field, path]) => {
    const value = valueAtPath(bean, path)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[field, String(value)]]
      : []
  })
  return [Object.fromEntries([...named, ...read])]
}

/** Key properties of a bean's name, without the quotation marks and escapes of quoted ones. */
function propertiesOf(name: string): ReadonlyMap<string, string> {
  const pairs = name.slice(name.indexOf(':') + 1).matchAll(/([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g)
  return new Map(
    [...pairs].map(([, key = '', value = '']) => [
      key,
      value.startsWith('"')
        ? value.slice(1, -1).replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
        : value,
    ]),
  )
}
