/** Short ways to write the parts of a monitor type: texts are pairs of zh and en. Browser-safe. */
import type { MonitorTypeInput } from '../type.ts'

type SectionInput = MonitorTypeInput['sections'][number]
export type CounterInput = SectionInput['counters'][number]
type ComputedInput = NonNullable<SectionInput['computed']>[number]
type ChartInput = MonitorTypeInput['charts'][number]

/** zh, en. */
export type Pair = readonly [zh: string, en: string]

export const both = ([zh, en]: Pair) => ({ zh, en })

const ofKind =
  (kind: CounterInput['kind']) =>
  (key: string, unit: string, names: Pair, help: Pair, more: Partial<CounterInput> = {}): CounterInput => ({
    key,
    kind,
    unit,
    names: both(names),
    help: both(help),
    ...more,
  })

export const gauge = ofKind('gauge')
export const counter = ofKind('counter')
export const state = ofKind('state')

export const text = (key: string, names: Pair, help: Pair): CounterInput =>
  ofKind('text')(key, '', names, help)

export const computed = (
  key: string,
  expression: string,
  unit: string,
  names: Pair,
  help: Pair,
  more: Partial<ComputedInput> = {},
): ComputedInput => ({ key, expression, unit, names: both(names), help: both(help), ...more })

export const chart = (
  key: string,
  names: Pair,
  style: ChartInput['style'],
  unit: string,
  counters: readonly string[],
): ChartInput => ({ key, names: both(names), style, unit, counters: [...counters] })
