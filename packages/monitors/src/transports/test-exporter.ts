/** Compares counters with the field's exporter on the same server at the same time. */
import type { Records } from '../reading/records.ts'
import type { MonitorType } from '../type.ts'
import { startProgram } from './test-processes.ts'
import { freePort } from './test-servers.ts'

/** Series of an exporter: name and labels as they are written → value. */
export type Exported = ReadonlyMap<string, number>

/** Starts an exporter; `{address}` in its arguments is what it listens on. @throws Error when it is not installed */
export async function startExporter(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ read(): Promise<Exported>; close(): Promise<void> }> {
  const port = await freePort()
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    return readExported(await answer.text())
  }
  const isReady = () =>
    read().then(
      () => true,
      () => false,
    )
  const args = command.map(part => part.replaceAll('{address}', `127.0.0.1:${port}`))
  const program = await startProgram(args, isReady, environment)
  return { read, close: () => program.close() }
}

function readExported(text: string): Exported {
  const series = new Map<string, number>()
  for (const line of text.split('\n')) {
    const match = /^([^#\s{]+(?:\{.*\})?) (\S+)/.exec(line)
    if (match?.[1] !== undefined) series.set(match[1], Number(match[2]))
  }
  return series
}

/** A counter and the exporter's series; `scale` makes the counter's value of the series'. */
export interface Compared {
  readonly counter: string
  readonly series: string
  readonly scale?: number
}

/** What was read before and after the exporter's answer. */
export interface Around {
  readonly before: Records[number]
  readonly after: Records[number]
  readonly exported: Exported
}

/**
 * Prints a table and returns the lines that do not agree: the exporter's value has to lie between what was read before and after it,
 * but for `tolerance` of the value and `slack` in its unit.
 */
export function compare(
  rows: readonly Compared[],
  { before, after, exported }: Around,
  { tolerance = 0.01, slack = 3 }: { tolerance?: number; slack?: number } = {},
): string[] {
  const differing: string[] = []
  const lines = rows.map(({ counter, series, scale = 1 }) => {
    const value = (exported.get(series) ?? Number.NaN) * scale
    const [first, second] = [Number(before[counter]), Number(after[counter])]
    const room = Math.abs(value) * tolerance + slack
    const agrees = value >= Math.min(first, second) - room && value <= Math.max(first, second) + room
    if (!agrees) differing.push(`${counter}: ${first}..${second}, ${series} ${value}`)
    return { counter, before: first, exporter: value, after: second, agrees }
  })
  console.table(lines)
  return differing
}

/**
 * Numeric counters of a type, as `section.counter`, that a test neither compares nor names as absent from the exporter, and names
 * of it that the type does not have. A table's columns are no counters.
 */
export function uncompared(
  type: MonitorType,
  compared: readonly string[],
  absent: readonly string[],
): string[] {
  const names = [...compared, ...absent]
  const own = type.sections.flatMap(({ key, isTable, counters }) =>
    isTable ? [] : counters.flatMap(counter => (counter.kind === 'text' ? [] : [`${key}.${counter.key}`])),
  )
  return [...own.filter(name => !names.includes(name)), ...names.filter(name => !own.includes(name))]
}
