/** The columns of the list of JMeter runs. */
import type { Run } from '@pone/contract/entities/run.ts'
import { formatDuration, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { Link } from 'react-router'
import type { Translate } from '../../../lib/i18n.ts'
import type { DataColumn } from '../../../ui/data-table/data-table.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { ImportStateTag, RunStateTag, unfinishedImport } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

type Column = DataColumn<Run, 'createdAt'>

interface RunColumns {
  /** Target of the link on the name of a run. */
  readonly address: (run: Run) => string
  readonly durationOf: (run: Run) => number | null
  readonly actionsOf: (run: Run) => readonly RowAction[]
}

/** Width of the table below which columns are joined, CSS px. */
const narrow = 960

const figure = (key: string, title: string, render: (run: Run) => string): Column => ({
  key,
  title,
  align: 'right',
  render: run => <span className="tabular">{render(run)}</span>,
})

export function runColumns(t: Translate, { address, durationOf, actionsOf }: RunColumns): Column[] {
  return [
    {
      key: 'number',
      title: t('jmeterReport.number'),
      visibility: 'always',
      render: run => <span className="tabular">#{run.number}</span>,
    },
    {
      key: 'scenario',
      title: t('jmeterReport.scenario'),
      visibility: 'always',
      render: run =>
        unfinishedImport(run) === null ? <Link to={address(run)}>{run.scenarioName}</Link> : run.scenarioName,
    },
    {
      key: 'state',
      title: t('jmeterReport.state'),
      render: run => {
        const importing = unfinishedImport(run)
        return importing === null ? (
          <RunStateTag state={run.state} />
        ) : (
          <ImportStateTag importing={importing} />
        )
      },
    },
    {
      key: 'started',
      title: t('jmeterReport.started'),
      sort: 'createdAt',
      render: run => <TimeText at={run.startedAt ?? run.createdAt} withSeconds />,
    },
    figure('duration', t('jmeterReport.duration'), run => formatDuration(durationOf(run))),
    figure('requests', t('jmeterReport.requests'), run => formatNumber(run.requests)),
    figure('errors', t('jmeterReport.errorRate'), run =>
      formatPercent(run.requests === 0 ? null : (run.failed / run.requests) * 100),
    ),
    {
      key: 'by',
      title: t('jmeterReport.by'),
      joins: { to: 'scenario', below: narrow },
      render: run => run.startedBy,
    },
    {
      key: 'actions',
      title: '',
      fixed: 'right',
      align: 'right',
      visibility: 'always',
      render: run => {
        if (unfinishedImport(run) !== null) return null
        return <RowActions of={`${run.scenarioName} #${run.number}`} actions={actionsOf(run)} />
      },
    },
  ]
}
