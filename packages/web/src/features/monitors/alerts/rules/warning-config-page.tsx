/** Page warningConfig: the alert rules of the project: creating, rehearsing, switching on and off. */
import { PlusOutlined } from '@ant-design/icons'
import type { StoredAlertRule } from '@pone/contract/entities/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useUrlState } from '../../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import { DataTable } from '../../../../ui/data-table/data-table.tsx'
import { readAllRows, useChosenRows } from '../../../../ui/data-table/use-chosen-rows.ts'
import { useList } from '../../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../../ui/data-table/use-table-query.ts'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { LinkedRule } from './linked-rule.tsx'
import { useRuleColumns } from './rule-columns.tsx'
import { RuleDrawer } from './rule-drawer.tsx'
import { RuleFilters } from './rule-filters.tsx'
import { formOf, type RuleStart } from './rule-form-model.ts'
import { type RuleListState, ruleListOptions, rulesKey, rulesQuery } from './rule-list-options.ts'
import { readStart, startUrl } from './rule-start.ts'
import { TemplatesDialog } from './templates-dialog.tsx'
import { type RuleActions, useRuleActions } from './use-rule-actions.ts'
import '../alerts.css'

/** As many as one call takes. */
const mostRules = 200

type Opened =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'templates' }
  | { readonly kind: 'new'; readonly start?: RuleStart }
  | { readonly kind: 'edit'; readonly rule: StoredAlertRule }

const nothing: Opened = { kind: 'nothing' }

export function Page() {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const list = useList(ruleListOptions)
  const { opened, setOpened, close, linkedId } = useOpened(canEdit)
  const { query, chosen, chooseAll } = useRules(list)
  const actions = useRuleActions()
  const edit = useCallback((rule: StoredAlertRule) => setOpened({ kind: 'edit', rule }), [setOpened])
  const copy = useCallback(
    (rule: StoredAlertRule) => {
      const name = t('alert.copyName', { name: rule.name.slice(0, 56) })
      setOpened({ kind: 'new', start: { ...formOf(rule), name } })
    },
    [t, setOpened],
  )
  const columns = useRuleColumns({ canEdit, actions, onEdit: edit, onCopy: copy })
  return (
    <>
      <PageHeader
        title={t('route.warningConfig')}
        actions={
          canEdit && (
            <>
              <Button onClick={() => setOpened({ kind: 'templates' })}>{t('alert.fromTemplates')}</Button>
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'new' })}>
                {t('alert.new')}
              </Button>
            </>
          )
        }
      />
      <PageBody>
        <DataTable
          storageKey="alertRules"
          label={t('route.warningConfig')}
          columns={columns}
          query={query}
          list={list}
          rowId={rule => rule.id}
          filters={<RuleFilters list={list} />}
          empty={{
            title: t('alert.emptyTitle'),
            text: t('alert.emptyText'),
            ...(canEdit && { startWith: t('alert.new') }),
          }}
          {...(canEdit && {
            selection: {
              ids: chosen.ids,
              onChange: chosen.change,
              most: mostRules,
              chooseAll,
              actions: <BulkButtons rules={chosen.rows} actions={actions} onGone={chosen.clear} />,
            },
          })}
        />
      </PageBody>
      {opened.kind === 'templates' && <TemplatesDialog onClose={close} />}
      {opened.kind === 'new' && (
        <RuleDrawer rule={null} {...(opened.start && { start: opened.start })} onClose={close} />
      )}
      {opened.kind === 'edit' && <RuleDrawer rule={opened.rule} onClose={close} />}
      {opened.kind === 'nothing' && linkedId !== '' && <LinkedRule id={linkedId} onClose={close} />}
    </>
  )
}

/** What is open beside the list; the address may name a stored rule, or describe a new one, e.g. from a chart of a monitor. */
function useOpened(canEdit: boolean) {
  const [url, changeUrl] = useUrlState(startUrl)
  const [opened, setOpened] = useState<Opened>(() => {
    const start = readStart(url)
    return start !== null && canEdit ? { kind: 'new', start } : nothing
  })
  return {
    opened,
    setOpened,
    linkedId: url.open,
    close: () => {
      setOpened(nothing)
      changeUrl(startUrl)
    },
  }
}

/** The rules of the current page, and the selected ones of all pages. */
function useRules(list: RuleListState) {
  const projectId = useProjectId()
  const cache = useQueryClient()
  const query = useTableQuery(rulesQuery(projectId, list, { page: list.page, pageSize: list.pageSize }))
  const chosen = useChosenRows(query.data?.rows ?? [])
  return {
    query,
    chosen,
    chooseAll: async () => {
      // A list that was just read may be older than what another person changed.
      await cache.invalidateQueries({ queryKey: rulesKey(projectId), refetchType: 'none' })
      chosen.add(
        await readAllRows(
          (page, pageSize) => cache.fetchQuery(rulesQuery(projectId, list, { page, pageSize })),
          mostRules,
        ),
      )
    },
  }
}

function BulkButtons(props: {
  readonly rules: readonly StoredAlertRule[]
  readonly actions: RuleActions
  /** Called when the selected rules were deleted. */
  readonly onGone: () => void
}) {
  const { rules, actions, onGone } = props
  const t = useT()
  const off = rules.filter(rule => !rule.isEnabled)
  const on = rules.filter(rule => rule.isEnabled)
  return (
    <>
      <Button size="small" disabled={off.length === 0} onClick={() => actions.enable(off)}>
        {t('alert.enable')}
      </Button>
      <Button size="small" disabled={on.length === 0} onClick={() => actions.disable(on)}>
        {t('alert.disable')}
      </Button>
      <Button size="small" danger onClick={() => actions.remove(rules, onGone)}>
        {t('action.delete')}
      </Button>
    </>
  )
}
