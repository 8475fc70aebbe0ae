/** Finds what runs on an agent's host, and proposes a monitor for each process with a port that a type can watch. */
import type { DiscoveredTarget } from '@pone/contract/entities/monitor.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Select, Table } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorMessage, showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { agentsQuery, monitorsKey } from '../shared/monitor-queries.ts'
import { targetAddress } from '../shared/monitor-types.ts'
import { problemText } from '../shared/problem-text.ts'

interface Found extends DiscoveredTarget {
  readonly key: string
}

export function DiscoverDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  const { data: agents } = useQuery(agentsQuery(projectId))
  const [agentId, setAgentId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly Found[]>([])
  const creation = useCreate(agentId, onClose)
  return (
    <Modal
      open
      width={820}
      title={t('monitor.discover')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={creation.isBusy}
            onClick={() => void creation.create(chosen).then(setChosen)}
          >
            {t('monitor.discoverCreate', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <p className="secondary">{t('monitor.discoverHelp')}</p>
      <Select
        aria-label={t('monitor.discoverAgent')}
        placeholder={t('monitor.discoverAgent')}
        style={{ width: '100%', marginBottom: 16 }}
        value={agentId}
        options={(agents ?? []).map(agent => ({
          value: agent.id,
          disabled: !agent.isOnline,
          label: `${agent.name} · ${agent.host}${agent.isOnline ? '' : ` (${t('monitor.agentOffline')})`}`,
        }))}
        onChange={next => {
          setAgentId(next)
          setChosen([])
        }}
      />
      {creation.refused.length > 0 && <Refused refused={creation.refused} />}
      {agentId !== null && <Targets key={agentId} agentId={agentId} chosen={chosen} onChoose={setChosen} />}
    </Modal>
  )
}

function Targets(props: {
  readonly agentId: string
  readonly chosen: readonly Found[]
  readonly onChoose: (chosen: readonly Found[]) => void
}) {
  const { agentId, chosen, onChoose } = props
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery({
    queryKey: [...monitorsKey, projectId, 'discover', agentId],
    queryFn: ({ signal }) => api.monitor.discover({ projectId, agentId }, { signal }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const pages = useRowPages(data?.targets.length ?? 0, 10)
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  const rows = data.targets.map((target, index): Found => ({ ...target, key: `${index}` }))
  return (
    <>
      {data.problem && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          title={problemText(data.problem, language)}
          description={data.problem.detail}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState title={t('monitor.discoverNothing')} text={t('monitor.discoverNothingText')} />
      ) : (
        <Table<Found>
          size="small"
          rowKey="key"
          dataSource={rows}
          pagination={pages}
          rowSelection={{
            selectedRowKeys: chosen.map(({ key }) => key),
            onChange: (_, selected) => onChoose(selected),
          }}
          columns={[
            { key: 'name', title: t('monitor.name'), dataIndex: 'name', className: 'monitor-found-name' },
            {
              key: 'type',
              title: t('monitor.type'),
              className: 'monitor-found-name',
              render: (_, { type }) => monitorTypeOf(type)?.names[language] ?? type,
            },
            {
              key: 'address',
              title: t('monitor.address'),
              render: (_, { type, params }) => (
                <span className="code">{targetAddress(monitorTypeOf(type), params) || noValue}</span>
              ),
            },
            {
              key: 'process',
              title: t('monitor.process'),
              className: 'monitor-found-process',
              render: (_, { process, pid }) =>
                process === '' ? noValue : `${process}${pid === null ? '' : ` (${pid})`}`,
            },
          ]}
        />
      )}
    </>
  )
}

interface RefusedTarget {
  readonly name: string
  readonly reason: string
}

/** Creates a monitor for each target, on the agent that found it; those that are refused are told with the reason. */
function useCreate(agentId: string | null, onDone: () => void) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedTarget[]>([])
  /** @returns those that were not created */
  const create = async (targets: readonly Found[]): Promise<readonly Found[]> => {
    setBusy(true)
    const faults: (RefusedTarget & { readonly target: Found })[] = []
    const created: string[] = []
    for (const target of targets) {
      const { name, type, params } = target
      try {
        created.push((await api.monitor.create({ projectId, name, type, params, agentId })).id)
      } catch (error) {
        faults.push({ target, name, reason: errorMessage(error) })
      }
    }
    if (created.length > 0) await api.monitor.start({ projectId, ids: created }).catch(showError)
    setBusy(false)
    setRefused(faults)
    if (created.length > 0)
      notify({ kind: 'success', text: t('monitor.discoverCreated', { count: created.length }) })
    await cache.invalidateQueries({ queryKey: monitorsKey, refetchType: 'active' })
    if (faults.length === 0) onDone()
    return faults.map(({ target }) => target)
  }
  return { isBusy, refused, create }
}

function Refused({ refused }: { readonly refused: readonly RefusedTarget[] }) {
  const t = useT()
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={t('monitor.discoverRefused', { count: refused.length })}
      description={refused.map(({ name, reason }) => (
        <div key={name}>
          {name}: {reason}
        </div>
      ))}
    />
  )
}
