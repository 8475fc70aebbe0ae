/** Columns of the run selection dialog: identity and main figures of a run. */
import type { Run } from '@pone/contract/entities/run.ts'
import { formatDuration, formatMs, formatPeak, formatPercent } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { type TableColumnsType, Tag } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { RunStateTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

export function usePickColumns(): TableColumnsType<Run> {
  const t = useT()
  const figure = (
    key: string,
    title: string,
    render: (run: Run) => string,
  ): TableColumnsType<Run>[number] => ({
    key,
    title,
    align: 'right',
    className: 'tabular',
    render: (_, run) => render(run),
  })
  return [
    { key: 'number', title: '#', render: (_, run) => <span className="tabular">#{run.number}</span> },
    {
      key: 'scenario',
      title: t('comparison.pick.scenario'),
      className: 'cmp-pick-scenario',
      render: (_, run) => (
        <span title={run.scenarioName}>
          {run.scenarioName} {run.source === 'import' && <Tag>{t('run.record.imported')}</Tag>}
        </span>
      ),
    },
    {
      key: 'started',
      title: t('comparison.trend.started'),
      render: (_, run) => <TimeText at={run.startedAt} withSeconds />,
    },
    {
      key: 'state',
      title: t('comparison.trend.state'),
      render: (_, run) => <RunStateTag state={run.state} />,
    },
    figure('duration', t('comparison.pick.duration'), run => formatDuration(runDurationMs(run))),
    figure('peak', t('comparison.trend.peak'), run => formatPeak(run.peakUsers, run.usersBasis)),
    figure('p95', 'P95', run => formatMs(run.p95Ms)),
    figure('errors', t('comparison.metric.errorPercent'), run =>
      formatPercent(run.requests === 0 ? null : (run.failed / run.requests) * 100),
    ),
  ]
}
