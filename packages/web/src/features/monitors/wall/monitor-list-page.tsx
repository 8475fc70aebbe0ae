/** Page monitorList: all monitors as cards with their state and key figures, for a screen that is watched. */
import {
  type Monitor,
  type MonitorCounts,
  type MonitorState,
  monitorStates,
} from '@pone/contract/entities/monitor.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination, Segmented } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useOpenAlerts } from '../../../ui/alerts/alert-marks.ts'
import { pageItem } from '../../../ui/data-table/page-item.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { LinkPages, LinkTabs, linkUrl } from '../links/link-pages.tsx'
import { keyCounters } from '../shared/key-figures.ts'
import { latestKey, usePollMs, useProjectNews } from '../shared/monitor-live.ts'
import { countsQuery, monitorsKey } from '../shared/monitor-queries.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import { MonitorCard } from './monitor-card.tsx'
import '../monitors.css'

const defaults = { state: '', search: '', page: 1 }
const cardsPerPage = 50
/** Troubled ones first. */
const stateOrder: readonly MonitorState[] = ['down', 'partly', 'noAgent', 'waiting', 'up', 'stopped']

export function Page() {
  const [{ tab, link }] = useUrlState(linkUrl)
  return tab === 'links' ? <LinkPages of="wall" link={link} /> : <MonitorWall />
}

function MonitorWall() {
  const t = useT()
  const projectId = useProjectId()
  const [{ state, search, page }, change] = useUrlState(defaults)
  const pollMs = usePollMs()
  const counts = useQuery(countsQuery(projectId, pollMs))
  const states = monitorStates.filter(each => each === state)
  const list = useQuery({
    queryKey: [...monitorsKey, projectId, 'wall', state, search, page],
    queryFn: ({ signal }) =>
      api.monitor.list({ projectId, states, search, page, pageSize: cardsPerPage }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
  const isEmpty = list.data?.total === 0 && state === '' && search === ''
  return (
    <>
      <PageHeader title={t('route.monitorList')} note={<LinkTabs />} />
      <PageBody>
        {!isEmpty && (
          <div className="monitor-wall-bar">
            <StateChoice
              counts={counts.data}
              value={state}
              onChange={next => change({ state: next, page: 1 })}
            />
            <SearchField
              value={search}
              placeholder={t('monitor.search')}
              onSearch={text => change({ search: text, page: 1 })}
            />
          </div>
        )}
        {list.data === undefined ? (
          list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <LoadingState rows={8} />
          )
        ) : isEmpty ? (
          <EmptyState
            title={t('monitor.emptyTitle')}
            text={t('monitor.emptyText')}
            action={<ButtonLink to={links.monitors}>{t('route.monitorManager')}</ButtonLink>}
          />
        ) : list.data.rows.length === 0 ? (
          <EmptyState title={t('table.nothingMatches')} />
        ) : (
          <>
            <Cards monitors={list.data.rows} />
            {list.data.total > cardsPerPage && (
              <Pagination
                className="monitor-wall-pages"
                align="end"
                size="small"
                current={page}
                pageSize={cardsPerPage}
                total={list.data.total}
                showSizeChanger={false}
                itemRender={pageItem(t, page)}
                onChange={next => change({ page: next })}
              />
            )}
          </>
        )}
      </PageBody>
    </>
  )
}

/** Numbers of monitors by state, each of which filters. */
function StateChoice(props: {
  readonly counts: MonitorCounts | undefined
  readonly value: string
  readonly onChange: (state: string) => void
}) {
  const { counts, value, onChange } = props
  const t = useT()
  const labelled = (text: string, count: number | undefined) =>
    count === undefined ? text : `${text} ${formatNumber(count)}`
  return (
    <Segmented<string>
      aria-label={t('monitor.state')}
      value={value}
      options={[
        { value: '', label: labelled(t('monitor.allStates'), counts?.total) },
        ...stateOrder.map(state => ({
          value: state,
          label: labelled(t(`monitor.state.${state}`), counts?.byState[state]),
        })),
      ]}
      onChange={onChange}
    />
  )
}

function Cards({ monitors }: { readonly monitors: readonly Monitor[] }) {
  const t = useT()
  const projectId = useProjectId()
  const lookup = useMonitorTypes()
  const types = [...new Set(monitors.flatMap(monitor => lookup.typeOf(monitor) ?? []))]
  const counters = keyCounters(types).slice(0, 200)
  const ids = monitors.filter(({ isRunning }) => isRunning).map(({ id }) => id)
  const pollMs = usePollMs()
  useProjectNews(ids, counters)
  const { data } = useQuery({
    queryKey: latestKey(projectId, ids, counters),
    queryFn: ({ signal }) => api.monitor.latest({ projectId, ids, counters: [...counters] }, { signal }),
    enabled: ids.length > 0 && counters.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
  const alerts = useOpenAlerts(ids, pollMs)
  const latest = new Map((data ?? []).map(entry => [entry.monitorId, entry.values]))
  return (
    <ul className="monitor-wall" aria-label={t('route.monitorList')}>
      {monitors.map(monitor => (
        <MonitorCard
          key={monitor.id}
          monitor={monitor}
          values={latest.get(monitor.id) ?? []}
          alerts={alerts.get(monitor.id) ?? 0}
        />
      ))}
    </ul>
  )
}
