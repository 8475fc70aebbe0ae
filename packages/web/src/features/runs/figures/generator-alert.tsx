/** The lasting warning that load machines were overloaded: when the results are doubtful, on which machine, and what to do. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { overloadLimits } from '@pone/metrics/overload.ts'
import type { ReportMachine } from '@pone/results/sections/machines/data.ts'
import { Alert } from 'antd'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { doubtfulMachines, doubtfulParts, joinParts, type Part } from './generator-warning.ts'
import { overloadText } from './run-events.ts'

/** Of a run that is under way: from when on, since it may go on; stop and change it. */
export function GeneratorAlert(props: {
  readonly events: readonly RunEvent[]
  /** Epoch ms. */
  readonly startedAt: number | null
}) {
  const t = useT()
  const machines = doubtfulMachines(props.events, props.startedAt)
  const [first] = machines
  if (first === undefined) return null
  const lines = machines.map(({ machine, fromSecond, reasons }) => ({
    machine,
    text: t('run.doubtfulMachine', {
      machine,
      from: formatClock(fromSecond),
      reasons: reasonsText(reasons, t),
    }),
  }))
  return (
    <Doubts
      title={t('run.doubtful', { from: formatClock(first.fromSecond) })}
      lines={lines}
      advice={t('run.doubtfulAdvice')}
    />
  )
}

/** Of a report: the parts in which it was so, and what to change before the next run. */
export function EndedGeneratorAlert({ machines }: { readonly machines: readonly ReportMachine[] }) {
  const t = useT()
  const doubtful = doubtfulParts(machines)
  if (doubtful.length === 0) return null
  const lines = doubtful.map(({ machine, parts, reasons }) => ({
    machine,
    text: t('run.doubtfulMachineParts', {
      machine,
      parts: partsText(parts, t),
      reasons: reasonsText(reasons, t),
    }),
  }))
  const all = joinParts(doubtful.flatMap(({ parts }) => parts))
  return (
    <Doubts
      title={t('run.doubtfulParts', { parts: partsText(all, t) })}
      lines={lines}
      advice={t('run.doubtfulAdviceEnded')}
    />
  )
}

function Doubts(props: {
  readonly title: string
  readonly lines: readonly { readonly machine: string; readonly text: string }[]
  readonly advice: string
}) {
  const t = useT()
  return (
    <Alert
      type="warning"
      showIcon
      className="run-alert"
      title={props.title}
      description={
        <>
          <ul className="run-doubtful">
            {props.lines.map(({ machine, text }) => (
              <li key={machine}>{text}</li>
            ))}
          </ul>
          {props.advice}{' '}
          {t('run.doubtfulLimits', {
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

const reasonsText = (reasons: readonly string[], t: Translate): string =>
  overloadText(reasons, t) || t('run.overload.unknown')

const partsText = (parts: readonly Part[], t: Translate): string =>
  parts
    .map(({ fromSecond, toSecond }) => `${formatClock(fromSecond)} – ${formatClock(toSecond + 1)}`)
    .join(t('run.doubtfulParts.separator'))
