/** Common part of the pages of one host: selecting it, with the selection in the address. */
import type { Host } from '@pone/contract/entities/host.ts'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { useUrlState } from '../../lib/navigation/url-state.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { useHostClient } from './host-client.ts'

const defaults = { host: '' }
const actuatorPath = '/pone/atf/actuator'
/** Further hosts are found by search. */
const firstHosts = {
  page: 1,
  pageSize: 50,
  sort: 'name',
  descending: false,
  state: 'all',
} as const

const hostPages = [
  ['actuatorConfig', 'host.config'],
  ['actuatorConfigFiles', 'host.configFiles'],
  ['actuatorLog', 'host.logs'],
] as const
type HostPageName = (typeof hostPages)[number][0]

/** Address of a page for one host. */
export const hostPagePath = (page: HostPageName, hostId: string) => `/pone/atf/${page}?host=${hostId}`

export function HostPage({
  page,
  children,
}: {
  readonly page: HostPageName
  readonly children: (host: Host) => ReactNode
}) {
  const t = useT()
  const client = useHostClient()
  const navigate = useNavigate()
  const [{ host: hostId }, change] = useUrlState(defaults)
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery(client.list({ ...firstHosts, search }))
  const chosen = useQuery({
    ...client.list({ ...firstHosts, search: '', hostId }),
    enabled: hostId !== '',
  })
  const hosts = data?.rows ?? []
  // With a single host there is nothing to select.
  const only = hosts.length === 1 && search === '' ? hosts[0] : undefined
  const host = hostId === '' ? only : chosen.data?.rows.find(each => each.id === hostId)
  const isEmpty = hosts.length === 0 && search === ''
  const options = host && !hosts.some(each => each.id === host.id) ? [host, ...hosts] : hosts
  return (
    <>
      <PageHeader
        title={t(`route.${page}`)}
        backTo={actuatorPath}
        actions={
          !isEmpty && (
            <>
              <Segmented<HostPageName>
                aria-label={t('action.view')}
                value={page}
                onChange={to => void navigate(hostPagePath(to, host?.id ?? hostId))}
                options={hostPages.map(([value, label]) => ({ value, label: t(label) }))}
              />
              <Select
                showSearch
                filterOption={false}
                onSearch={setSearch}
                aria-label={t('host.name')}
                placeholder={t('host.choose')}
                style={{ width: 240 }}
                value={host?.id ?? null}
                onChange={id => {
                  setSearch('')
                  change({ host: id ?? '' })
                }}
                options={options.map(each => ({ value: each.id, label: `${each.name} · ${each.address}` }))}
              />
            </>
          )
        }
      />
      <PageBody>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data || (hostId !== '' && chosen.isLoading) ? (
          <LoadingState rows={8} />
        ) : isEmpty ? (
          <EmptyState title={t('host.emptyTitle')} text={t('host.emptyText')} />
        ) : host === undefined ? (
          <EmptyState title={t('host.choose')} text={t('host.chooseText')} />
        ) : (
          children(host)
        )}
      </PageBody>
    </>
  )
}
