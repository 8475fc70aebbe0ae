/** The form of a node: its fields with their paths; and edits by field, which add what the node lacks. */

import { addProperty, removeProperty, setProperties, setProperty } from '../jmx/edit-properties.ts'
import type { JmxNode, JmxPlan } from '../jmx/plan.ts'
import { problemOf } from '../jmx/problem.ts'
import type { PropertyPath, ScalarType } from '../jmx/property.ts'
import { findProperty } from '../jmx/property.ts'
import type { Edited } from '../jmx/splice.ts'
import { itemXml, listItemXml, objectFieldXml, rowXml } from './default-xml.ts'
import type { ElementDefinition, FieldDefinition, HolderDefinition, ItemDefinition } from './element.ts'
import { elementOf, elements } from './registry.ts'

/** A field with its path in the node. */
export type ElementField = FieldDefinition & { readonly path: readonly string[] }

/** The fields of a node in the order of the form; 'raw' when the registry does not know the element. */
export function formOf(node: Pick<JmxNode, 'testclass' | 'guiclass'>): readonly ElementField[] | 'raw' {
  const element = elementOf(node)
  return element === undefined ? 'raw' : fieldsOf(element)
}

/** All fields of an element, those of nested holders too. */
export function fieldsOf(element: ElementDefinition): readonly ElementField[] {
  return known.get(element) ?? walkItems(element.items, [])
}

const walkItems = (items: readonly ItemDefinition[], path: readonly string[]): ElementField[] =>
  items.flatMap(item => {
    const own = [...path, item.name]
    return item.item === 'field' ? [{ ...item, path: own }] : walkItems(item.items, own)
  })

/** Cached, as it is read for every node of a plan. */
const known: ReadonlyMap<ElementDefinition, readonly ElementField[]> = new Map(
  elements.map(element => [element, walkItems(element.items, [])]),
)

const bodyColumn = 'Argument.value'

/** The displayed value of a field: its own, or JMeter's default where the node has none. */
export const fieldValue = (node: JmxNode, field: ElementField): string => {
  const path = field.isBody ? [...field.path, 0, bodyColumn] : field.path
  return findProperty(node.properties, path)?.value ?? field.absent
}

/** Entries of a list field. */
export const listValues = (node: JmxNode, field: ElementField): readonly string[] =>
  findProperty(node.properties, field.path)?.properties.map(entry => entry.value) ?? []

/** Rows of a table field, by the columns' names; a plain list's columns are numbered from 0. */
export function rowValues(node: JmxNode, field: ElementField): readonly Readonly<Record<string, string>>[] {
  const rows = findProperty(node.properties, field.path)?.properties ?? []
  return rows.map(row =>
    Object.fromEntries(
      row.properties.map((cell, index) => [isPlainList(field) ? String(index) : cell.name, cell.value]),
    ),
  )
}

/** Sets a field's single value and adds the holders that the node lacks; the body of GraphQL follows its parts. */
export function setField(plan: JmxPlan, key: string, field: ElementField, value: string): Edited {
  if (field.isBody) return setBody(plan, key, field, value)
  const edited = setScalar(plan, key, field, value)
  if (!edited.ok || !field.name.startsWith('GraphQLHTTPSampler.')) return edited
  const node = edited.plan.nodes.get(key)
  const form = node === undefined ? 'raw' : formOf(node)
  const body = form === 'raw' ? undefined : form.find(each => each.isBody)
  return node === undefined || body === undefined
    ? edited
    : setBody(edited.plan, key, body, graphQlBody(node))
}

/** JMeter sends the one argument; query, variables and operation are stored for its panel. */
function graphQlBody(node: JmxNode): string {
  const valueOf = (name: string) =>
    findProperty(node.properties, [`GraphQLHTTPSampler.${name}`])?.value.trim() ?? ''
  const [operation, variables, query] = [valueOf('operationName'), valueOf('variables'), valueOf('query')]
  const parts = [
    `"operationName":${operation === '' ? 'null' : JSON.stringify(operation)}`,
    ...(variables === '' ? [] : [`"variables":${variables}`]),
    `"query":${JSON.stringify(query)}`,
  ]
  return `{${parts.join(',')}}`
}

function setBody(plan: JmxPlan, key: string, field: ElementField, value: string): Edited {
  return entryCount(plan, key, field.path) === 0
    ? addRow(plan, key, field, { [bodyColumn]: value })
    : setCell(plan, key, field, { row: 0, column: bodyColumn, value })
}

function setScalar(plan: JmxPlan, key: string, field: ElementField, value: string): Edited {
  const holding = withHolders(plan, key, field.path.slice(0, -1))
  if (!holding.ok) return holding
  const node = holding.plan.nodes.get(key)
  const holder = node && findProperty(node.properties, field.path.slice(0, -1))
  const isThere = node !== undefined && findProperty(node.properties, field.path) !== undefined
  if (holder?.type === 'object' && !isThere) {
    return addProperty(holding.plan, key, field.path.slice(0, -1), objectFieldXml(field.name, value))
  }
  return setProperty(holding.plan, key, field.path, value, field.type)
}

/** Adds a row; `index` null = last. */
export function addRow(
  plan: JmxPlan,
  key: string,
  field: ElementField,
  values: Readonly<Record<string, string>> = {},
  index: number | null = null,
): Edited {
  if (field.rows === null)
    return { ok: false, problem: problemOf('noProperty', { path: field.path.join('/') }) }
  const holding = withHolders(plan, key, field.path)
  return holding.ok ? addProperty(holding.plan, key, field.path, rowXml(field.rows, values), index) : holding
}

/** Removes a row of a table or an entry of a list. */
export const removeRow = (plan: JmxPlan, key: string, field: ElementField, index: number): Edited =>
  removeProperty(plan, key, [...field.path, index])

/** Sets one cell; a cell that the row lacks is added, in a plain list with those before it. */
export function setCell(
  plan: JmxPlan,
  key: string,
  field: ElementField,
  { row, column, value }: { row: number; column: string; value: string },
): Edited {
  const type = typeOfCell(field, column)
  let edited: Edited = { ok: true, plan, created: [] }
  const path = [...field.path, row]
  if (isPlainList(field)) {
    for (let cell = entryCount(plan, key, path); cell <= Number(column) && edited.ok; cell += 1)
      edited = addProperty(edited.plan, key, path, listItemXml(''))
  }
  return edited.ok
    ? setProperties(edited.plan, [{ key, path: [...path, cellOf(field, column)], value, type }])
    : edited
}

/** Sets the entries of a list; unchanged entries keep their text. */
export function setList(plan: JmxPlan, key: string, field: ElementField, values: readonly string[]): Edited {
  let edited = withHolders(plan, key, field.path)
  const before = edited.ok ? entryCount(edited.plan, key, field.path) : 0
  for (let index = before - 1; index >= values.length && edited.ok; index -= 1) {
    edited = removeProperty(edited.plan, key, [...field.path, index])
  }
  for (const [index, value] of values.entries()) {
    if (!edited.ok) return edited
    edited =
      index < before
        ? setProperties(edited.plan, [{ key, path: [...field.path, index], value }])
        : addProperty(edited.plan, key, field.path, listItemXml(value))
  }
  return edited
}

/** Sets the rows of a table; unchanged cells keep their text. */
export function setRows(
  plan: JmxPlan,
  key: string,
  field: ElementField,
  rows: readonly Readonly<Record<string, string>>[],
): Edited {
  let edited = withHolders(plan, key, field.path)
  const before = edited.ok ? entryCount(edited.plan, key, field.path) : 0
  for (let index = before - 1; index >= rows.length && edited.ok; index -= 1) {
    edited = removeProperty(edited.plan, key, [...field.path, index])
  }
  for (const [index, row] of rows.entries()) {
    if (!edited.ok) return edited
    edited =
      index < before ? setCells(edited.plan, key, field, index, row) : addRow(edited.plan, key, field, row)
  }
  return edited
}

function setCells(
  plan: JmxPlan,
  key: string,
  field: ElementField,
  row: number,
  values: Readonly<Record<string, string>>,
): Edited {
  const changes = Object.entries(values).map(([name, value]) => ({
    key,
    path: [...field.path, row, cellOf(field, name)],
    value,
    type: typeOfCell(field, name),
  }))
  return setProperties(plan, changes)
}

/** Rows of a plain list have values without names. */
const isPlainList = (field: ElementField): boolean => field.rows?.elementType === null

/** The path from a row to its cell. */
export const cellOf = (field: ElementField, column: string): string | number =>
  isPlainList(field) ? Number(column) : column

const typeOfCell = (field: ElementField, column: string): ScalarType =>
  field.rows?.columns.find(({ name }) => name === column)?.type ?? 'string'

const entryCount = (plan: JmxPlan, key: string, path: PropertyPath): number => {
  const node = plan.nodes.get(key)
  return (node && findProperty(node.properties, path)?.properties.length) ?? 0
}

/** Adds the holders and collections along a path that the node lacks, with their initial content. */
function withHolders(plan: JmxPlan, key: string, path: readonly string[]): Edited {
  const node = plan.nodes.get(key)
  if (node === undefined) return { ok: false, problem: problemOf('noElement') }
  let items: readonly ItemDefinition[] = elementOf(node)?.items ?? []
  for (let depth = 1; depth <= path.length; depth += 1) {
    const item = items.find(each => each.name === path[depth - 1])
    if (findProperty(node.properties, path.slice(0, depth)) === undefined) {
      if (item === undefined) return { ok: false, problem: problemOf('noProperty', { path: path.join('/') }) }
      return addProperty(plan, key, path.slice(0, depth - 1), itemXml(item))
    }
    items = isHolder(item) ? item.items : []
  }
  return { ok: true, plan, created: [] }
}

const isHolder = (item: ItemDefinition | undefined): item is HolderDefinition => item?.item === 'holder'
