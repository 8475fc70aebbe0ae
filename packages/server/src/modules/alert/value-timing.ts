/** How the values come in that a rule compares on a monitor; evaluation and rehearsal judge their age by it. Pure. */
import { sectionOf } from '@pone/alerts/indicator.ts'
import type { AlertIndicator, ValueTiming } from '@pone/alerts/rule.ts'
import { cadenceOf, type MonitorType } from '@pone/monitors/type.ts'
import { timedValuesMs } from './past-by-time.ts'

export interface TimedMonitor {
  /** The longer one of its send and receive interval, ms. */
  readonly expectedMs: number
  readonly frequencyMs: number
  /** undefined: not known. */
  readonly type: MonitorType | undefined
}

/** Whether the values of the indicator follow from time, not from samples. */
export const isByTime = ({ kind }: AlertIndicator): boolean => kind === 'noData' || kind === 'availability'

export function valueTiming(indicator: AlertIndicator, monitor: TimedMonitor): ValueTiming {
  const { expectedMs, frequencyMs, type } = monitor
  if (isByTime(indicator)) return { expectedMs, cadenceMs: timedValuesMs }
  const section = type?.sections.find(({ key }) => key === sectionOf(indicator))
  return { expectedMs, cadenceMs: section === undefined ? frequencyMs : cadenceOf(section, frequencyMs) }
}
