/** Rows of a number range: from, from + step … up to `to`, padded with zeros. */
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import type { RowSource } from './row-source.ts'

/** Rows of the range; none when `to` is below `from`. */
export function rangeSource(parameter: Extract<Parameter, { kind: 'range' }>): RowSource {
  const { from, to, step, padding } = parameter
  const write = (value: number) => `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(padding, '0')}`
  return {
    columns: [parameter.name],
    rowCount: Math.max(0, Math.floor((to - from) / step) + 1),
    read: row => [write(from + row * step)],
  }
}
