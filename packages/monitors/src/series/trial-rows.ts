/** Rounds of a trial → a row per series: its values, and for counters their rates; pure. */
import type { TrialRound } from '@pone/contract/entities/monitor-type.ts'
import type { MonitorType } from '../type.ts'
import { counterSources, labelKey } from './counter-values.ts'
import { rateBetween } from './rate.ts'

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

/** Rounds are as far apart as the trial made them. */
const ratesOf = (values: TrialRow['values'], rounds: readonly TrialRound[]): (number | null)[] =>
  values.map((_, index) => {
    const point = (of: number) => ({ at: rounds[of]?.atMs ?? Number.NaN, value: numberOf(values[of]) })
    return knownOrNull(rateBetween(point(index - 1), point(index), Number.POSITIVE_INFINITY))
  })

const numberOf = (value: number | string | null | undefined): number =>
  typeof value === 'number' ? value : Number.NaN
const knownOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)

function computedRows(
  type: MonitorType,
  rows: readonly TrialRow[],
  rounds: readonly TrialRound[],
): TrialRow[] {
  return type.sections.flatMap(section => {
    const own = rows.filter(row => row.section === section.key)
    return section.computed.flatMap(({ key, unit }) =>
      counterSources(section, key, own).map(({ labels, valueBy }): TrialRow => {
        const values = rounds.map((_, index) => knownOrNull(valueBy(({ shown }) => numberOf(shown[index]))))
        const id = `${section.key} ${key} ${labelKey(labels)}`
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
      }),
    )
  })
}
