/** The XML of a new element, as JMeter writes a newly added one. */
import { scalarXml } from '../jmx/edit-properties.ts'
import { shiftIndent } from '../jmx/indent.ts'
import { encodeAttribute, encodeContent } from '../jmx/xml-text.ts'
import type {
  ElementDefinition,
  FieldDefinition,
  HolderDefinition,
  ItemDefinition,
  TableRows,
} from './element.ts'

const indented = (blocks: readonly string[]): string =>
  blocks.map(block => `\n  ${shiftIndent(block, '  ', '\n')}`).join('')

const attributesXml = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${encodeAttribute(value)}"`)
    .join('')

const tagXml = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  blocks: readonly string[],
): string =>
  blocks.length === 0
    ? `<${tag}${attributesXml(attributes)}/>`
    : `<${tag}${attributesXml(attributes)}>${indented(blocks)}\n</${tag}>`

/** Values of a new element that replace its initial ones, by the names of its properties. */
export interface ElementContent {
  readonly values?: Readonly<Record<string, string>>
  readonly rows?: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>
  readonly lists?: Readonly<Record<string, readonly string[]>>
  readonly isEnabled?: boolean
}

/** A new element with its empty tree, LF and not indented, ready to be inserted. */
export const defaultXml = (element: ElementDefinition, name: string, content: ElementContent = {}): string =>
  `${elementXml(element, name, content)}\n<hashTree/>`

/** The element alone. */
export function elementXml(element: ElementDefinition, name: string, content: ElementContent = {}): string {
  const attributes = {
    guiclass: element.guiclass,
    testclass: element.testclass,
    testname: name,
    enabled: String(content.isEnabled ?? element.startsEnabled),
  }
  return tagXml(element.testclass, attributes, itemsXml(element.items, content))
}

/** A body is written into the table beside it and has no property of its own. */
const itemsXml = (items: readonly ItemDefinition[], content: ElementContent): string[] =>
  items.filter(item => item.item === 'holder' || !item.isBody).map(item => itemXml(item, content))

/** A property with its initial value, or a holder with its content. */
export const itemXml = (item: ItemDefinition, content: ElementContent = {}): string =>
  item.item === 'field' ? fieldXml(item, content) : holderXml(item, content)

function fieldXml(field: FieldDefinition, { values, rows, lists }: ElementContent): string {
  const { name } = field
  if (field.widget === 'list')
    return tagXml('collectionProp', { name }, (lists?.[name] ?? []).map(listItemXml))
  if (field.widget !== 'table') return scalarXml(name, values?.[name] ?? field.initial, field.type)
  const { rows: table } = field
  const blocks = table === null ? [] : (rows?.[name] ?? []).map(row => rowXml(table, row))
  return tagXml('collectionProp', { name }, blocks)
}

function holderXml(holder: HolderDefinition, content: ElementContent): string {
  if (holder.tag !== 'objProp') {
    return tagXml(holder.tag, { name: holder.name, ...holder.attributes }, itemsXml(holder.items, content))
  }
  const fields = holder.items.flatMap(item =>
    item.item === 'field' ? [objectFieldXml(item.name, content.values?.[item.name] ?? item.initial)] : [],
  )
  const value = tagXml('value', holder.attributes, fields)
  return `<objProp>${indented([`<name>${encodeContent(holder.name, '\n')}</name>`, value])}\n</objProp>`
}

/** A field inside an object, which is a plain tag. */
export const objectFieldXml = (name: string, value: string): string =>
  `<${name}>${encodeContent(value, '\n')}</${name}>`

/** A row of a table; columns without a value get their initial one. `values` are keyed by the column's name. */
export function rowXml(rows: TableRows, values: Readonly<Record<string, string>> = {}): string {
  const valueOf = (name: string, initial: string) => values[name] ?? initial
  if (rows.elementType === null) {
    const cells = rows.columns.map(column => listItemXml(valueOf(column.name, column.initial)))
    return tagXml('collectionProp', { name: hashName(Object.values(values).join()) }, cells)
  }
  const cells = rows.columns.map(column =>
    scalarXml(column.name, valueOf(column.name, column.initial), column.type),
  )
  const name = rows.nameColumn === null ? '' : (values[rows.nameColumn] ?? '')
  return tagXml('elementProp', { name, elementType: rows.elementType }, cells)
}

/** An entry of a list; JMeter names it by Java's hash of its value. */
export const listItemXml = (value: string): string => scalarXml(hashName(value), value)

/** Java's String.hashCode, which JMeter uses as the name of a list's entries. */
function hashName(value: string): string {
  let hash = 0
  for (let i = 0; i < value.length; i += 1) hash = (Math.imul(31, hash) + value.charCodeAt(i)) | 0
  return String(hash)
}
