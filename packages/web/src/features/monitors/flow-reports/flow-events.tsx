/** What happened in a session: start and stop, states of monitors, gaps with their causes, and load tests with a link to them. */
import type { FlowEvent } from '@pone/contract/entities/flow-report.ts'
import { formatClock, formatClockRange } from '@pone/metrics/figures.ts'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useSession } from '../../../lib/session/session.ts'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { StatusTone } from '../../../ui/theme/palette.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import type { FlowPartProps } from './flow-charts.tsx'

const tones: Readonly<Record<FlowEvent['tone'], StatusTone>> = {
  neutral: 'off',
  good: 'passed',
  warning: 'warning',
  bad: 'failed',
}

interface Row extends FlowEvent {
  readonly key: number
}

export function FlowEvents({ report, isShown }: FlowPartProps) {
  const t = useT()
  const language = useSession('language')
  const { events, session, omittedEvents, runs } = report
  const rows = events.flatMap((event, key): Row[] => (isShown(event.monitorId) ? [{ ...event, key }] : []))
  const stateOf = new Map(runs.map(run => [run.id, run.state]))
  const columns: readonly ShortColumn<Row>[] = [
    {
      key: 'elapsed',
      title: t('flow.elapsed'),
      render: ({ atMs, untilMs }) =>
        untilMs === null
          ? formatClock(Math.max(0, atMs) / 1_000)
          : formatClockRange(Math.max(0, atMs), Math.max(0, untilMs)),
    },
    {
      key: 'time',
      title: t('flow.time'),
      isMinor: true,
      render: ({ atMs }) => <TimeText at={session.startedAt + atMs} withSeconds />,
    },
    { key: 'of', title: t('flow.of'), render: ({ name }) => name },
    {
      key: 'event',
      title: t('flow.event'),
      render: ({ text, tone, runId }) => (
        <span className="flow-event">
          <StatusTag tone={tones[tone]}>{text[language]}</StatusTag>
          {runId !== null && (
            <Link to={links.run({ id: runId, state: stateOf.get(runId) ?? '' })}>{t('flow.openRun')}</Link>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <ShortTable rows={rows} columns={columns} rowId={({ key }) => String(key)} />
      {omittedEvents > 0 && <p className="flow-note">{t('flow.omittedEvents', { count: omittedEvents })}</p>}
    </>
  )
}
