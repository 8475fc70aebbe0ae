/** The lasting warning that load machines were overloaded: from when on the results are doubtful, on which machine, and what to do. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { overloadLimits } from '@pone/metrics/overload.ts'
import { Alert } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { doubtfulMachines } from './generator-warning.ts'
import { overloadText } from './run-events.ts'

export function GeneratorAlert(props: {
  readonly events: readonly RunEvent[]
  /** Epoch ms. */
  readonly startedAt: number | null
}) {
  const t = useT()
  const machines = doubtfulMachines(props.events, props.startedAt)
  const [first] = machines
  if (first === undefined) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="run-alert"
      title={t('run.doubtful', { from: formatClock(first.fromSecond) })}
      description={
        <>
          <ul className="run-doubtful">
            {machines.map(({ machine, fromSecond, reasons }) => (
              <li key={machine}>
                {t('run.doubtfulMachine', {
                  machine,
                  from: formatClock(fromSecond),
                  reasons: overloadText(reasons, t) || t('run.overload.unknown'),
                })}
              </li>
            ))}
          </ul>
          {t('run.doubtfulAdvice', {
            cpu: overloadLimits.cpu01 * 100,
            delay: overloadLimits.eventLoopDelayMs,
            memory: overloadLimits.memory01 * 100,
            network: overloadLimits.network01 * 100,
            sockets: overloadLimits.sockets01 * 100,
            late: overloadLimits.lateStarts01 * 100,
            seconds: overloadLimits.seconds,
          })}
        </>
      }
    />
  )
}
