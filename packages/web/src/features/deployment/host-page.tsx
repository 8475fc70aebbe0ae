/** What the pages of one host share: choosing it, with the choice in the address. */
import type { Host } from '@pone/contract/entities/host.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { PageBody, PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { useHostClient } from './host-client.ts'

const defaults = { host: '' }
const actuatorPath = '/pone/atf/actuator'
const everyHost = {
  page: 1,
  pageSize: 50,
  search: '',
  sort: 'name',
  descending: false,
  state: 'all',
} as const

/** Address of a page about one host. */
export const hostPagePath = (
  page: 'actuatorLog' | 'actuatorConfig' | 'actuatorConfigFiles',
  hostId: string,
) => `/pone/atf/${page}?host=${hostId}`

export function HostPage({
  title,
  children,
}: {
  readonly title: string
  readonly children: (host: Host) => ReactNode
}) {
  const t = useT()
  const client = useHostClient()
  const [{ host: hostId }, change] = useUrlState(defaults)
  const { data, error, refetch } = useQuery(client.list(everyHost))
  const hosts = data?.rows ?? []
  // One host needs no choice.
  const host = hosts.find(each => each.id === hostId) ?? (hosts.length === 1 ? hosts[0] : undefined)
  return (
    <>
      <PageHeader
        title={title}
        backTo={actuatorPath}
        actions={
          hosts.length > 0 && (
            <Select
              showSearch
              optionFilterProp="label"
              aria-label={t('host.name')}
              placeholder={t('host.choose')}
              style={{ width: 240 }}
              value={host?.id ?? null}
              onChange={id => change({ host: id ?? '' })}
              options={hosts.map(each => ({ value: each.id, label: `${each.name} · ${each.address}` }))}
            />
          )
        }
      />
      <PageBody>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState rows={8} />
        ) : hosts.length === 0 ? (
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
