/** Columns of the execution records. */
import type { Run } from '@pone/contract/entities/run.ts'
import { formatDuration, formatMs, formatNumber, formatPeak, formatPercent } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { Tag, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { useCause } from '../../../lib/told-cause.ts'
import type { DataColumn } from '../../../ui/data-table/data-table.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { RunStateTag, SlaTag, unfinishedImport } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ImportTag } from '../import/import-row.tsx'
import type { RecordSort } from './record-list.ts'

/** Widths of the table in px below which columns join: in a window of 1,440 px, and in one of 1,024 px. */
const usual = 1_280
const narrow = 960

export function useRecordColumns(options: {
  /** Browser clock at the last response, epoch ms. */
  readonly now: number
  readonly pageOf: (run: Run) => string
  readonly actionsOf: (run: Run) => readonly RowAction[]
}): DataColumn<Run, RecordSort>[] {
  const t = useT()
  return [
    {
      key: 'number',
      title: t('run.record.number'),
      visibility: 'always',
      render: run => <span className="tabular">#{run.number}</span>,
    },
    {
      key: 'scenario',
      title: t('run.record.scenario'),
      visibility: 'always',
      render: run => (
        <>
          {unfinishedImport(run) === null ? (
            <Link to={options.pageOf(run)}>{run.scenarioName}</Link>
          ) : (
            run.scenarioName
          )}
          {run.source === 'import' && <Tag className="run-record-imported">{t('run.record.imported')}</Tag>}
        </>
      ),
    },
    {
      key: 'state',
      title: t('run.record.state'),
      render: run => <StateCell run={run} />,
    },
    {
      key: 'sla',
      title: t('run.record.sla'),
      joins: { to: 'state', below: narrow },
      render: run => <SlaTag state={run.sla} />,
    },
    {
      key: 'started',
      title: t('run.record.started'),
      joins: { to: 'scenario', below: narrow },
      sort: 'createdAt',
      render: run => <TimeText at={run.startedAt ?? run.createdAt} withSeconds />,
    },
    ...figureColumns(t, options.now),
    {
      key: 'by',
      title: t('run.record.by'),
      joins: { to: 'scenario', below: usual },
      render: run => run.startedBy,
    },
    {
      key: 'actions',
      title: '',
      fixed: 'right',
      align: 'right',
      visibility: 'always',
      render: run => (
        <RowActions of={`${run.scenarioName} #${run.number}`} actions={options.actionsOf(run)} />
      ),
    },
  ]
}

/** A right-aligned numeric column. */
function figureColumn(
  key: string,
  title: string,
  {
    render,
    sort,
    joins,
  }: Pick<DataColumn<Run, RecordSort>, 'sort' | 'joins'> & { readonly render: (run: Run) => ReactNode },
): DataColumn<Run, RecordSort> {
  return {
    key,
    title,
    align: 'right',
    render: run => <span className="tabular">{render(run)}</span>,
    ...(sort ? { sort } : {}),
    ...(joins ? { joins } : {}),
  }
}

/** Columns of measured values; `now` in epoch ms. */
const figureColumns = (t: Translate, now: number): DataColumn<Run, RecordSort>[] => [
  figureColumn('duration', t('run.record.duration'), {
    render: run => formatDuration(runDurationMs(run, now)),
    joins: { to: 'started', below: usual },
  }),
  figureColumn('peak', t('run.record.peak'), {
    render: run => (
      <span title={run.usersBasis === 'sampled' ? t('run.peakSampled') : undefined}>
        {formatPeak(run.peakUsers, run.usersBasis)}
      </span>
    ),
    sort: 'peakUsers',
  }),
  figureColumn('requests', t('run.record.requests'), {
    render: run => formatNumber(run.requests),
    sort: 'requests',
    joins: { to: 'rps', below: narrow },
  }),
  figureColumn('rps', t('run.record.rps'), {
    render: run => formatNumber(run.requestsPerSecond),
    sort: 'requestsPerSecond',
  }),
  figureColumn('p95', 'P95', { render: run => formatMs(run.p95Ms), sort: 'p95Ms' }),
  figureColumn('errors', t('run.record.errors'), {
    render: run => formatPercent(run.requests === 0 ? null : (run.failed / run.requests) * 100),
    joins: { to: 'p95', below: narrow },
  }),
]

/** The state, its cause in a tooltip; of an import its progress. */
function StateCell({ run }: { readonly run: Run }) {
  const t = useT()
  const causeOf = useCause()
  const importing = unfinishedImport(run)
  if (importing !== null) return <ImportTag importing={importing} />
  const title =
    run.cause === null || run.cause === 'planned'
      ? undefined
      : [t(`runCause.${run.cause}`), causeOf(run.causeDetail).text].filter(Boolean).join(' · ')
  return (
    <Tooltip title={title}>
      <span>
        <RunStateTag state={run.state} />
      </span>
    </Tooltip>
  )
}
