/** Incidents of a project, or of all projects: open and closed ones, with acknowledging several at once. */
import { alertLevels } from '@pone/alerts/rule.ts'
import type { AlertIncident } from '@pone/contract/entities/alert.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../../../../lib/api.ts'
import { showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useLive } from '../../../../lib/live.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { useUrlState } from '../../../../lib/navigation/url-state.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import { DataTable } from '../../../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../../../ui/data-table/search-field.tsx'
import { useChosenRows } from '../../../../ui/data-table/use-chosen-rows.ts'
import { useList } from '../../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../../ui/data-table/use-table-query.ts'
import { ButtonLink } from '../../../../ui/page/button-link.tsx'
import { alertsKey } from '../../shared/monitor-queries.ts'
import { MonitorFilter } from '../shared/monitor-filter.tsx'
import { type ListedIncident, useIncidentColumns } from './incident-columns.tsx'
import { IncidentDrawer } from './incident-drawer.tsx'
import {
  assignees,
  type IncidentListState,
  type IncidentScope,
  incidentListOptions,
  incidentStates,
  incidentsKey,
  incidentsQuery,
} from './incident-queries.ts'
import '../alerts.css'

const openUrl = { open: '' }
/** As many as one call takes. */
const mostIncidents = 200

export function IncidentTable({ scope, label }: { readonly scope: IncidentScope; readonly label: string }) {
  const t = useT()
  const projectId = useProjectId()
  const isOwn = scope === 'project'
  const canEdit = useCan('monitor.edit') && isOwn
  const list = useList(incidentListOptions)
  const [{ open }, changeUrl] = useUrlState(openUrl)
  const query = useTableQuery<{
    readonly rows: readonly ListedIncident[]
    readonly total: number
    readonly page: number
    readonly pageSize: number
  }>(incidentsQuery(scope, projectId, list))
  useNews(scope)
  const chosen = useChosenRows(query.data?.rows ?? [])
  const columns = useIncidentColumns(scope, id => changeUrl({ open: id }))
  return (
    <>
      <DataTable<ListedIncident, typeof incidentListOptions.filters, 'openedAt'>
        storageKey={`incidents-${scope}`}
        label={label}
        columns={columns}
        query={query}
        list={list}
        rowId={({ id }) => id}
        {...(isOwn && { onRowClick: incident => changeUrl({ open: incident.id }) })}
        filters={<IncidentFilters scope={scope} list={list} rows={query.data?.rows ?? []} />}
        empty={{
          title: t('alert.noIncidents'),
          text: t('alert.noIncidentsText'),
          ...(isOwn && { action: <ButtonLink to={links.alertRules}>{t('route.warningConfig')}</ButtonLink> }),
        }}
        {...(canEdit && {
          selection: {
            ids: chosen.ids,
            onChange: chosen.change,
            most: mostIncidents,
            isDisabled: incident => incident.acknowledgedAt !== null,
            actions: <Acknowledge incidents={chosen.rows} onDone={chosen.clear} />,
          },
        })}
      />
      {isOwn && open !== '' && <IncidentDrawer id={open} onClose={() => changeUrl(openUrl)} />}
    </>
  )
}

/** Asks again when incidents of the project change. */
function useNews(scope: IncidentScope): void {
  const projectId = useProjectId()
  const cache = useQueryClient()
  useLive('alerts', scope === 'project' && projectId !== '' ? { projectId } : null, message => {
    if (message.kind !== 'alertNews') return
    void cache.invalidateQueries({ queryKey: incidentsKey(scope, projectId) })
    void cache.invalidateQueries({ queryKey: [...alertsKey, projectId, 'incident'] })
  })
}

function Acknowledge(props: {
  readonly incidents: readonly Pick<AlertIncident, 'id'>[]
  readonly onDone: () => void
}) {
  const { incidents, onDone } = props
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const acknowledge = async () => {
    await api.alert.acknowledge({ projectId, ids: incidents.map(({ id }) => id) })
    notify({ kind: 'success', text: t('alert.acknowledgedNotice', { count: incidents.length }) })
    onDone()
    await cache.invalidateQueries({ queryKey: alertsKey })
  }
  return (
    <Button size="small" onClick={() => void acknowledge().catch(showError)}>
      {t('alert.acknowledge')}
    </Button>
  )
}

function IncidentFilters(props: {
  readonly scope: IncidentScope
  readonly list: IncidentListState
  readonly rows: readonly ListedIncident[]
}) {
  const { scope, list, rows } = props
  const t = useT()
  const isOwn = scope === 'project'
  const { rule } = list.filters
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t('alert.searchIncidents')}
        onSearch={search => list.setFilters({ search })}
      />
      <ListFilter
        list={list}
        name="state"
        label={t('alert.incidentState')}
        options={incidentStates.map(value => ({ value, label: t(`alert.incidentState.${value}`) }))}
      />
      <ListFilter
        list={list}
        name="level"
        label={t('alert.level')}
        options={[
          { value: '', label: t('alert.allLevels') },
          ...alertLevels.map(value => ({ value, label: t(`alert.level.${value}`) })),
        ]}
      />
      {isOwn && (
        <>
          <MonitorFilter value={list.filters.monitor} onChange={monitor => list.setFilters({ monitor })} />
          <ListFilter
            list={list}
            name="assignee"
            label={t('alert.assignee')}
            options={[
              { value: '', label: t('alert.anyAssignee') },
              ...assignees.map(value => ({ value, label: t(`alert.assignee.${value}`) })),
            ]}
          />
        </>
      )}
      {rule !== '' && (
        <Button size="small" onClick={() => list.setFilters({ rule: '' })}>
          {t('alert.ofRule', { name: rows.find(({ ruleId }) => ruleId === rule)?.rule ?? '…' })} ✕
        </Button>
      )}
    </>
  )
}
