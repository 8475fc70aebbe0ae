/** The dialog for selecting runs: of one engine, with search and a scenario filter, at most ten. */

import type { Run } from '@pone/contract/entities/run.ts'
import { runStates } from '@pone/contract/states.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { maxComparedRuns } from '@pone/schema/limits.ts'
import { Button, Segmented, Select, Table } from 'antd'
import { useState } from 'react'
import { engineOptions } from '../../../lib/engine-options.ts'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { pageItem } from '../../../ui/data-table/page-item.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { EmptyState, ErrorState } from '../../../ui/page/page-states.tsx'
import { useRunsToPick, useScenarioNames } from '../comparison-queries.ts'
import { toggled } from '../model/choice-changes.ts'
import { usePickColumns } from './use-pick-columns.tsx'

export interface RunPickerProps {
  readonly chosen: readonly string[]
  /** Engine that the selected runs must have; null: any. */
  readonly engine: Run['engine'] | null
  /** Scenario that is preselected in the filter. */
  readonly scenarioId: string | null
  readonly onClose: () => void
  readonly onChoose: (ids: readonly string[]) => void
}

const pageSize = 10
/** Runs in the excluded states may not have started. */
const begun = runStates.filter(state => state !== 'new' && state !== 'readyToRun')

export function RunPicker({ chosen, engine, scenarioId, onClose, onChoose }: RunPickerProps) {
  const t = useT()
  const [ids, setIds] = useState(chosen)
  const [kind, setKind] = useState<Run['engine']>(engine ?? defaultEngine)
  const [scenario, setScenario] = useState(scenarioId)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
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
  return (
    <FormDialog
      width={980}
      title={t('comparison.pick.title')}
      isChanged={ids.join() !== chosen.join()}
      onClose={onClose}
      footer={<PickFoot count={ids.length} onClose={onClose} onCompare={() => onChoose(ids)} />}
    >
      <PickFilters
        kind={engine === null ? kind : null}
        search={search}
        scenario={scenario}
        onKind={value => {
          setKind(value)
          setIds(chosen)
          setPage(1)
        }}
        onSearch={text => {
          setSearch(text)
          setPage(1)
        }}
        onScenario={value => {
          setScenario(value)
          setPage(1)
        }}
      />
      {runs.error && !runs.data ? (
        <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <PickTable
          runs={runs.data ?? null}
          ids={ids}
          page={page}
          onPage={setPage}
          onToggle={id => setIds(old => toggled(old, id))}
        />
      )}
    </FormDialog>
  )
}

/** Engine, search and scenario filters of the list. */
function PickFilters(props: {
  /** null: the already selected runs determine the engine. */
  readonly kind: Run['engine'] | null
  readonly search: string
  /** null: all scenarios. */
  readonly scenario: string | null
  readonly onKind: (kind: Run['engine']) => void
  readonly onSearch: (text: string) => void
  readonly onScenario: (id: string | null) => void
}) {
  const t = useT()
  const scenarios = useScenarioNames(useCan('scenario.view'))
  return (
    <div className="cmp-pick-filters">
      {props.kind !== null && (
        <Segmented<Run['engine']>
          aria-label={t('comparison.pick.engine')}
          value={props.kind}
          options={engineOptions}
          onChange={props.onKind}
        />
      )}
      <SearchField value={props.search} placeholder={t('comparison.pick.search')} onSearch={props.onSearch} />
      {scenarios.length > 0 && (
        <Select<string>
          value={props.scenario ?? ''}
          aria-label={t('comparison.pick.scenario')}
          popupMatchSelectWidth={false}
          showSearch={{ optionFilterProp: 'label' }}
          className="cmp-pick-choice"
          options={[
            { value: '', label: t('comparison.pick.allScenarios') },
            ...scenarios.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={value => props.onScenario(value === '' ? null : value)}
        />
      )}
    </div>
  )
}

/** A page of runs with check boxes; runs that never started are disabled, and so are further ones when ten are selected. */
function PickTable(props: {
  /** null: loading. */
  readonly runs: { readonly rows: Run[]; readonly total: number } | null
  readonly ids: readonly string[]
  readonly page: number
  readonly onPage: (page: number) => void
  readonly onToggle: (id: string) => void
}) {
  const t = useT()
  const columns = usePickColumns()
  const { runs, ids, page, onPage, onToggle } = props
  const isFull = ids.length >= maxComparedRuns
  const isDisabled = (run: Run) => run.startedAt === null || (isFull && !ids.includes(run.id))
  return (
    <Table<Run>
      size="small"
      rowKey="id"
      loading={runs === null}
      columns={columns}
      dataSource={runs?.rows ?? []}
      scroll={{ x: 'max-content', y: 400 }}
      rowClassName="data-table-row-opens"
      onRow={run => ({ onClick: () => !isDisabled(run) && onToggle(run.id) })}
      rowSelection={{
        selectedRowKeys: [...ids],
        hideSelectAll: true,
        preserveSelectedRowKeys: true,
        onSelect: run => onToggle(run.id),
        getCheckboxProps: run => ({ disabled: isDisabled(run), 'aria-label': `#${run.number}` }),
      }}
      locale={{
        emptyText:
          runs === null ? (
            ' '
          ) : (
            <EmptyState title={t('comparison.pick.none')} text={t('comparison.pick.noneText')} />
          ),
      }}
      pagination={{
        current: page,
        pageSize,
        total: runs?.total ?? 0,
        showSizeChanger: false,
        hideOnSinglePage: true,
        itemRender: pageItem(t, page),
        onChange: onPage,
      }}
    />
  )
}

/** Number of selected runs of the matching ones, and the confirm button. */
function PickFoot(props: {
  readonly count: number
  readonly onClose: () => void
  readonly onCompare: () => void
}) {
  const t = useT()
  const { count } = props
  return (
    <div className="cmp-pick-foot">
      <span className="secondary" role="status">
        {t('comparison.pick.chosen', { count, limit: maxComparedRuns })}
        {count >= maxComparedRuns && ` · ${t('comparison.pick.full', { limit: maxComparedRuns })}`}
      </span>
      <Button onClick={props.onClose}>{t('action.cancel')}</Button>
      <Button type="primary" disabled={count < 2} onClick={props.onCompare}>
        {t('comparison.pick.compare')}
      </Button>
    </div>
  )
}
