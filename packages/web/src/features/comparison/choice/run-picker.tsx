/** The dialog in which runs are chosen: of one type, searched, of one scenario or all, ten at most. */
import type { Run } from '@pone/contract/entities/run.ts'
import { runStates } from '@pone/contract/states.ts'
import { formatDuration, formatMs, formatPeak, formatPercent } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { maxComparedRuns } from '@pone/schema/limits.ts'
import { Button, Modal, Segmented, Select, Table, type TableColumnsType, Tag } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { EmptyState, ErrorState } from '../../../ui/page/page-states.tsx'
import { RunStateTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { useRunsToPick, useScenarioNames } from '../comparison-queries.ts'

export interface RunPickerProps {
  readonly chosen: readonly string[]
  /** Type that the others must have; null = it can be chosen. */
  readonly engine: Run['engine'] | null
  /** Scenario that is looked at first. */
  readonly scenarioId: string | null
  readonly onClose: () => void
  readonly onChoose: (ids: readonly string[]) => void
}

const pageSize = 10
/** Runs in these states may not have begun. */
const begun = runStates.filter(state => state !== 'new' && state !== 'readyToRun')

export function RunPicker({ chosen, engine, scenarioId, onClose, onChoose }: RunPickerProps) {
  const t = useT()
  const [ids, setIds] = useState(chosen)
  const [kind, setKind] = useState<Run['engine']>(engine ?? 'PR')
  const [scenario, setScenario] = useState(scenarioId)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const scenarios = useScenarioNames(useCan('scenario.view'))
  const runs = useRunsToPick({
    page,
    pageSize,
    search,
    engines: [kind],
    states: begun,
    scenarioId: scenario,
    sort: 'createdAt',
    descending: true,
  })
  const isFull = ids.length >= maxComparedRuns
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
  const columns: TableColumnsType<Run> = [
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
  const toggle = (id: string) =>
    setIds(old =>
      old.includes(id) ? old.filter(one => one !== id) : old.length < maxComparedRuns ? [...old, id] : old,
    )
  const isDisabled = (run: Run) => run.startedAt === null || (isFull && !ids.includes(run.id))
  return (
    <Modal
      open
      width={980}
      title={t('comparison.pick.title')}
      onCancel={onClose}
      footer={
        <div className="cmp-pick-foot">
          <span className="secondary" role="status">
            {t('comparison.pick.chosen', { count: ids.length, limit: maxComparedRuns })}
            {isFull && ` · ${t('comparison.pick.full', { limit: maxComparedRuns })}`}
          </span>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" disabled={ids.length < 2} onClick={() => onChoose(ids)}>
            {t('comparison.pick.compare')}
          </Button>
        </div>
      }
    >
      <div className="cmp-pick-filters">
        {engine === null && (
          <Segmented<Run['engine']>
            aria-label={t('comparison.pick.engine')}
            value={kind}
            options={['PR', 'JMeter']}
            onChange={value => {
              setKind(value)
              setIds(chosen)
              setPage(1)
            }}
          />
        )}
        <SearchField
          value={search}
          placeholder={t('comparison.pick.search')}
          onSearch={text => {
            setSearch(text)
            setPage(1)
          }}
        />
        {scenarios.length > 0 && (
          <Select<string>
            value={scenario ?? ''}
            aria-label={t('comparison.pick.scenario')}
            popupMatchSelectWidth={false}
            showSearch={{ optionFilterProp: 'label' }}
            className="cmp-pick-choice"
            options={[
              { value: '', label: t('comparison.pick.allScenarios') },
              ...scenarios.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={value => {
              setScenario(value === '' ? null : value)
              setPage(1)
            }}
          />
        )}
      </div>
      {runs.error && !runs.data ? (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <Table<Run>
          size="small"
          rowKey="id"
          loading={runs.isPending}
          columns={columns}
          dataSource={runs.data?.rows ?? []}
          scroll={{ x: 'max-content', y: 400 }}
          rowClassName="data-table-row-opens"
          onRow={run => ({ onClick: () => !isDisabled(run) && toggle(run.id) })}
          rowSelection={{
            selectedRowKeys: [...ids],
            hideSelectAll: true,
            preserveSelectedRowKeys: true,
            onSelect: run => toggle(run.id),
            getCheckboxProps: run => ({ disabled: isDisabled(run), 'aria-label': `#${run.number}` }),
          }}
          locale={{
            emptyText: runs.isPending ? (
              ' '
            ) : (
              <EmptyState title={t('comparison.pick.none')} text={t('comparison.pick.noneText')} />
            ),
          }}
          pagination={{
            current: page,
            pageSize,
            total: runs.data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPage,
          }}
        />
      )}
    </Modal>
  )
}
