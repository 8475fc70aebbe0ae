/** Units of monitored counters as charts show them; pure. */
import type { ChartUnit } from './time-series.ts'

export interface ShownUnit {
  readonly unit: ChartUnit
  /** Multiplies a value for this unit. */
  readonly factor: number
  /** Shown beside the title where the chart's unit does not say it. */
  readonly note: string
}

const shownUnits: Readonly<Record<string, ShownUnit>> = {
  '%': { unit: 'percent', factor: 1, note: '' },
  bytes: { unit: 'bytes', factor: 1, note: '' },
  'bytes/s': { unit: 'bytesPerSecond', factor: 1, note: '' },
  us: { unit: 'ms', factor: 1 / 1_000, note: '' },
  ms: { unit: 'ms', factor: 1, note: '' },
  s: { unit: 'ms', factor: 1_000, note: '' },
  'count/s': { unit: 'perSecond', factor: 1, note: '' },
  /** Of one processor. */
  's/s': { unit: 'percent', factor: 100, note: '' },
  count: { unit: 'count', factor: 1, note: '' },
  ratio: { unit: 'count', factor: 1, note: '' },
  '': { unit: 'count', factor: 1, note: '' },
}

export const shownUnit = (unit: string): ShownUnit =>
  shownUnits[unit] ?? { unit: 'count', factor: 1, note: unit }
