/** Sentences about when a load machine was overloaded or busy; none if it never was. */

import { formatClock } from '@pone/metrics/figures.ts'
import { isBusyWithOtherWork } from '@pone/metrics/machine-health.ts'
import type { ReportMachine } from '@pone/results/sections/machines/data.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { cpuText } from '../figures/cpu-text.ts'
import { overloadText } from '../figures/run-events.ts'

export function machineWarnings(
  { isOverloaded, overloads, busy }: Pick<ReportMachine, 'isOverloaded' | 'overloads' | 'busy'>,
  t: Translate,
): string[] {
  const span = ({ fromSecond, toSecond }: { fromSecond: number; toSecond: number }) => ({
    from: formatClock(fromSecond),
    to: formatClock(toSecond + 1),
  })
  return [
    // Versions before 0.6 did not store the times.
    ...(isOverloaded && overloads.length === 0 ? [t('run.machine.overloaded')] : []),
    ...overloads.map(each =>
      t('report.machine.overloadedAt', { ...span(each), reasons: overloadText(each.reasons, t) }),
    ),
    ...busy.map(each =>
      t(isBusyWithOtherWork(each) ? 'report.machine.busyWithOthers' : 'report.machine.busyItself', {
        ...span(each),
        host: cpuText(each.hostCpu01, null, t),
        engine: cpuText(each.engineCpu01, null, t),
      }),
    ),
  ]
}
