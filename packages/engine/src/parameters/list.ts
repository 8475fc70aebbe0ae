/** Rows of a list parameter: one value each, templates allowed. */
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import type { Template } from '@pone/protocols/protocol.ts'
import type { RowSource } from './row-source.ts'

/** Rows of the list; `compile` turns a text into a template. */
export function listSource(
  parameter: Extract<Parameter, { kind: 'list' }>,
  compile: (text: string) => Template,
): RowSource {
  const templates = parameter.values.map(compile)
  return {
    columns: [parameter.name],
    rowCount: templates.length,
    read: (row, scope) => [templates[row]?.evaluate(scope) ?? ''],
  }
}
