/** The execution records with filters, sorting and paging; in the history only ended ones. */

import { ImportOutlined } from '@ant-design/icons'
import type { Run } from '@pone/contract/entities/run.ts'
import { isActiveRun, runStates } from '@pone/contract/states.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan } from '../../../lib/session/session.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useChosenRows } from '../../../ui/data-table/use-chosen-rows.ts'
import { useList } from '../../../ui/data-table/use-list.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { unfinishedImport } from '../../../ui/run/run-state.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import { useCancelImport } from '../import/import-queries.ts'
import { useDeleteRuns, useRuns } from '../run-queries.ts'
import { CompareSelected } from './compare-selected.tsx'
import { useRecordColumns } from './record-columns.tsx'
import { RecordFilters } from './record-filters.tsx'
import {
  bestPage,
  endedStates,
  type RecordFilter,
  type RecordHistory,
  type RecordSort,
  recordDefaults,
  recordFilter,
} from './record-list.ts'
import { useRecordActions } from './use-record-actions.ts'
import '../run.css'

const titles = {
  logging: 'route.loggingHistory',
  analysisReports: 'route.analysisReportsHistory',
  SLA: 'route.SLAHistory',
} as const satisfies Record<RecordHistory, string>

/** `history`: only ended runs, and the page that a row opens. */
export function Records({ history }: { readonly history?: RecordHistory }) {
  const t = useT()
  const canDelete = useCan('run.delete')
  const canImport = useCan('run.execute')
  /** The import in the dialog: a new one (`runId` null), or that of a record. */
  const [shownImport, setShownImport] = useState<{ readonly runId: string | null } | null>(null)
  const navigate = useNavigate()
  const list = useList<RecordSort, RecordFilter>(recordDefaults)
  const isHistory = history !== undefined
  const title = t(history === undefined ? 'run.record.title' : titles[history])
  const [openedAt] = useState(() => Date.now())
  const runs = useRuns({
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
    sort: list.sort,
    descending: list.descending,
    ...recordFilter(list.filters, history, openedAt),
  })
  const selected = useChosenRows(runs.data?.rows ?? [])
  const cancelImport = useImportCancellation()
  const columns = useRecordColumns({
    now: runs.dataUpdatedAt,
    pageOf: run => bestPage(run, history),
    actionsOf: useRecordActions({
      isHistory,
      onImport: run => setShownImport({ runId: run.id }),
      onCancelImport: cancelImport,
    }),
  })
  return (
    <>
      <PageHeader
        title={title}
        actions={
          canImport &&
          !isHistory && (
            <Button icon={<ImportOutlined />} onClick={() => setShownImport({ runId: null })}>
              {t('run.import.open')}
            </Button>
          )
        }
      />
      {shownImport !== null && <ImportDialog {...shownImport} onClose={() => setShownImport(null)} />}
      <PageBody>
        <DataTable<Run, RecordFilter, RecordSort>
          storageKey="runs"
          label={title}
          columns={columns}
          query={runs}
          list={list}
          rowId={run => run.id}
          onRowClick={run => {
            if (unfinishedImport(run) === null) void navigate(bestPage(run, history))
            else setShownImport({ runId: run.id })
          }}
          filters={<RecordFilters list={list} states={isHistory ? endedStates : runStates} />}
          empty={{
            title: t(isHistory ? 'run.record.emptyHistory' : 'run.record.empty'),
            text: t('run.record.emptyText'),
            action: <ToScenarios />,
          }}
          selection={{
            ids: selected.ids,
            onChange: selected.change,
            isDisabled: (run: Run) => isActiveRun(run.state),
            actions: (
              <>
                <CompareSelected runs={selected.rows} />
                {canDelete && <DeleteSelected ids={selected.ids} onDeleted={selected.clear} />}
              </>
            ),
          }}
        />
      </PageBody>
    </>
  )
}

const ToScenarios = () => (
  <ButtonLink to={links.scenarios} type="primary">
    {useT()('run.goScenarios')}
  </ButtonLink>
)

/** Deletes the selected records after confirmation. */
function DeleteSelected(props: { readonly ids: readonly string[]; readonly onDeleted: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const remove = useDeleteRuns()
  const { ids, onDeleted } = props
  const ask = () =>
    confirm({
      title: t('action.delete'),
      text: t('run.record.deleteConfirm', { count: ids.length }),
      verb: t('action.delete'),
      onConfirm: async () => {
        await remove.mutateAsync(ids)
        onDeleted()
      },
    })
  return (
    <Button danger size="small" onClick={ask}>
      {t('action.delete')}
    </Button>
  )
}

/** Cancels an active import after confirmation. */
function useImportCancellation(): (run: Run) => void {
  const t = useT()
  const confirm = useConfirm()
  const cancel = useCancelImport()
  return ({ id, scenarioName }) =>
    confirm({
      title: t('run.import.cancel'),
      text: t('run.import.cancelConfirm', { name: scenarioName }),
      verb: t('run.import.cancel'),
      onConfirm: () => cancel.mutateAsync(id),
    })
}
