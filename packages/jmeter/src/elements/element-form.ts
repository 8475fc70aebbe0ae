/**
 * The form of an element in the common form format, and the conversion between its values and the plan: a value is a
 * text, the rows of a table or the texts of a list. Writing changes only what differs.
 */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Form, FormValues } from '@pone/schema/form.ts'
import type { JmxNode, JmxPlan } from '../jmx/plan.ts'
import type { Edited } from '../jmx/splice.ts'
import type { ElementDefinition } from './element.ts'
import {
  addRow,
  type ElementField,
  fieldsOf,
  fieldValue,
  listValues,
  removeRow,
  rowValues,
  setCell,
  setField,
  setList,
} from './form.ts'

/** Name of a field that is unique within its element: its path; the body is in the table beside it. */
export const placeOf = (field: ElementField): string =>
  `${field.path.join('/')}${field.isBody ? '/body' : ''}`

/**
 * The fields under their paths. Fields at an element's top are named like their properties, which conditions use.
 * @param helpOf the help of a field; without it only hints of definitions are shown
 */
export const elementForm = (
  element: ElementDefinition,
  helpOf: (element: ElementDefinition, field: ElementField) => Bilingual | undefined = (_, field) =>
    field.hint,
): Form => fieldsOf(element).map(field => ({ ...field, name: placeOf(field), hint: helpOf(element, field) }))

/** The value of a field in a node. */
export function readField(node: JmxNode, field: ElementField): string | readonly (string | FormValues)[] {
  if (field.widget === 'table') return rowValues(node, field)
  return field.widget === 'list' ? listValues(node, field) : fieldValue(node, field)
}

/** Sets a field's value. @param before what was read; rows that stay are the same objects in both */
export function writeField(
  plan: JmxPlan,
  key: string,
  field: ElementField,
  { before, after }: { readonly before: unknown; readonly after: unknown },
): Edited {
  if (before === after) return { ok: true, plan, created: [] }
  if (field.widget !== 'table' && field.widget !== 'list') return setField(plan, key, field, String(after))
  const [old, next] = [entriesOf(before), entriesOf(after)]
  const change = changeOf(old, next)
  let edited: Edited = { ok: true, plan, created: [] }
  for (let at = change.removedEnd - 1; at >= change.start + change.replaced && edited.ok; at -= 1) {
    edited = removeRow(edited.plan, key, field, at)
  }
  if (!edited.ok) return edited
  return field.widget === 'list'
    ? writeTexts(edited.plan, key, field, { change, next })
    : writeRows(edited.plan, key, field, { change, old, next })
}

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

interface Change {
  /** Entries before it are unchanged. */
  readonly start: number
  /** Entries from `start` that exist before and after, with other content. */
  readonly replaced: number
  /** Entries from `start + replaced` up to here are removed. */
  readonly removedEnd: number
  /** New entries of the target list are those from `start + replaced` up to here. */
  readonly addedEnd: number
}

/** Where two lists differ: equal beginnings and ends are unchanged. */
function changeOf(old: readonly unknown[], next: readonly unknown[]): Change {
  const shorter = Math.min(old.length, next.length)
  let start = 0
  while (start < shorter && old[start] === next[start]) start += 1
  let same = 0
  while (same < shorter - start && old.at(-1 - same) === next.at(-1 - same)) same += 1
  const [removedEnd, addedEnd] = [old.length - same, next.length - same]
  return { start, replaced: Math.min(removedEnd, addedEnd) - start, removedEnd, addedEnd }
}

/** The texts of a list are written one after the other, so the order after a new one is kept by setting all of them. */
const writeTexts = (
  plan: JmxPlan,
  key: string,
  field: ElementField,
  { change, next }: { readonly change: Change; readonly next: readonly unknown[] },
): Edited =>
  change.replaced === 0 && change.addedEnd === change.start
    ? { ok: true, plan, created: [] }
    : setList(plan, key, field, next.map(String))

function writeRows(
  plan: JmxPlan,
  key: string,
  field: ElementField,
  {
    change,
    old,
    next,
  }: { readonly change: Change; readonly old: readonly unknown[]; readonly next: readonly unknown[] },
): Edited {
  let edited: Edited = { ok: true, plan, created: [] }
  for (let row = change.start; row < change.addedEnd && edited.ok; row += 1) {
    const values = textsOf(next[row])
    if (row >= change.start + change.replaced) edited = addRow(edited.plan, key, field, values, row)
    else {
      const was = textsOf(old[row])
      for (const [column, value] of Object.entries(values)) {
        if (edited.ok && was[column] !== value)
          edited = setCell(edited.plan, key, field, { row, column, value })
      }
    }
  }
  return edited
}

const textsOf = (row: unknown): Readonly<Record<string, string>> =>
  typeof row === 'object' && row !== null
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
    : {}
