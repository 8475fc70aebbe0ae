/** Parameters in place of what the user typed while recording, and where requests send them. */
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import { escapeTemplate } from '@pone/plan/wsdl/sample-values.ts'
import { freeName } from '@pone/schema/free-name.ts'
import type { TypedValue } from '../model/typed-value.ts'
import type { PlannedUse } from './dynamic-texts.ts'

export interface TypedPlan {
  readonly names: readonly string[]
  readonly uses: readonly PlannedUse[]
  readonly parameters: (newId: () => string) => readonly Parameter[]
}

/** @param taken names that parameters cannot have */
export function planTyped(
  typed: readonly TypedValue[],
  { chosen, taken }: { readonly chosen: ReadonlySet<number>; readonly taken: Iterable<string> },
): TypedPlan {
  const names = new Set(taken)
  const planned = typed
    .map(value => ({ value, uses: value.uses.filter(({ exchange }) => chosen.has(exchange)) }))
    .filter(({ uses }) => uses.length > 0)
    .map(({ value, uses }) => {
      const variable = freeName(value.name, name => names.has(name), { separator: '' })
      names.add(variable)
      return {
        value,
        variable,
        uses: uses.map(use => ({ ...use, variable, sourceCalls: [], isOfField: true })),
      }
    })
  return {
    names: planned.map(({ variable }) => variable),
    uses: planned.flatMap(({ uses }) => uses),
    parameters: newId => planned.map(({ value, variable }) => parameterOf(value, variable, newId())),
  }
}

function parameterOf({ kind, values, date }: TypedValue, name: string, id: string): Parameter {
  if (date !== null)
    return { id, kind: 'date', name, update: 'iteration', start: '', stepSeconds: 0, ...date }
  return {
    id,
    kind: 'list',
    name,
    values: values.map(escapeTemplate),
    selection: 'sequential',
    // Words of one field follow each other as they were typed; an account stays that of its user.
    update: kind === 'search' ? 'occurrence' : 'iteration',
    exhaustion: 'cycle',
  }
}
