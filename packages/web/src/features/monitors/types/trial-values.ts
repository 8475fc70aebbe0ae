/** Rounds of a trial → a row per series: its values, and for counters their rates; pure. */
import type { TrialRound } from '@pone/contract/entities/monitor-type.ts'
import { evaluate, parseExpression } from '@pone/monitors/expressions/expression.ts'
import type { MonitorType } from '@pone/monitors/type.ts'

export interface TrialRow {
  readonly id: string
  readonly section: string
  readonly counter: string
  readonly labels: Readonly<Record<string, string>>
  readonly isCounter: boolean
  /** Of the values, or of a counter of its rates. */
  readonly unit: string
  /** Raw values, one per round. */
  readonly values: readonly (number | string | null)[]
  /** Values as they are shown and charted, one per round: of a counter the rate per second since the round before. */
  readonly shown: readonly (number | string | null)[]
}

export function trialRows(type: MonitorType, rounds: readonly TrialRound[]): TrialRow[] {
  const found = new Map<string, TrialRow>()
  for (const section of type.sections) {
    const kinds = new Map(section.counters.map(counter => [counter.key, counter]))
    for (const [index, round] of rounds.entries())
      for (const { section: key, counter, labels, value } of round.values) {
        if (key !== section.key) continue
        const id = JSON.stringify([key, counter, labels])
        const definition = kinds.get(counter)
        const isCounter = definition?.kind === 'counter'
        const unit = definition === undefined ? '' : isCounter ? `${definition.unit}/s` : definition.unit
        const row = found.get(id) ?? {
          id,
          section: key,
          counter,
          labels,
          isCounter,
          unit,
          values: [],
          shown: [],
        }
        const values = [...row.values]
        while (values.length < index) values.push(null)
        found.set(id, { ...row, values: [...values, value] })
      }
  }
  const rows = [...found.values()].map(row => ({
    ...row,
    shown: row.isCounter ? ratesOf(row.values, rounds) : row.values,
  }))
  return [...rows, ...computedRows(type, rows, rounds)]
}

const ratesOf = (values: TrialRow['values'], rounds: readonly TrialRound[]): (number | null)[] =>
  values.map((value, index) => {
    const before = values[index - 1]
    const elapsedMs = (rounds[index]?.atMs ?? 0) - (rounds[index - 1]?.atMs ?? 0)
    // A counter that fell was restarted: its rate is not known.
    return typeof value === 'number' && typeof before === 'number' && value >= before && elapsedMs > 0
      ? ((value - before) * 1_000) / elapsedMs
      : null
  })

function computedRows(
  type: MonitorType,
  rows: readonly TrialRow[],
  rounds: readonly TrialRound[],
): TrialRow[] {
  return type.sections.flatMap(section => {
    const sets = Map.groupBy(
      rows.filter(row => row.section === section.key),
      row => JSON.stringify(row.labels),
    )
    return section.computed.flatMap(({ key, expression, unit }) => {
      const tree = parseExpression(expression)
      if ('problem' in tree) return []
      return [...sets].map(([set, own]) => {
        const values = rounds.map((_, index) => {
          const value = evaluate(tree, name => {
            const shown = own.find(row => row.counter === name)?.shown[index]
            return typeof shown === 'number' ? shown : Number.NaN
          })
          return Number.isFinite(value) ? value : null
        })
        const labels = own[0]?.labels ?? {}
        const id = `${section.key} ${key} ${set}`
        return {
          id,
          section: section.key,
          counter: key,
          labels,
          isCounter: false,
          unit,
          values,
          shown: values,
        }
      })
    })
  })
}
