/** The number of active runs of the project, updated live, the task sets that wait for machines, and links to each. */
import { ThunderboltOutlined } from '@ant-design/icons'
import type { PerformanceTask } from '@pone/contract/entities/task.ts'
import { type RunState, runStates } from '@pone/contract/states.ts'
import { useQuery } from '@tanstack/react-query'
import { Badge, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { links } from '../../lib/navigation/links.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan } from '../../lib/session/session.ts'

interface ActiveRun {
  readonly id: string
  readonly number: number
  readonly scenarioName: string
  readonly state: string
}

/** Active runs of the current project: fetched once, then updated by the live stream. */
function useActiveRuns(): readonly ActiveRun[] {
  const projectId = useProjectId()
  const canSee = useCan('run.view') && projectId !== ''
  const [live, setLive] = useState<{
    readonly projectId: string
    readonly runs: readonly ActiveRun[]
  } | null>(null)
  useLive('projectRuns', canSee ? { projectId } : null, message => {
    if (message.kind === 'projectRuns') setLive({ projectId, runs: message.active })
  })
  const { data } = useQuery({
    queryKey: ['runs', projectId, 'active'],
    queryFn: ({ signal }) =>
      api.run.list({ projectId, states: ['new', 'readyToRun', 'running'] }, { signal }),
    enabled: canSee && live?.projectId !== projectId,
  })
  if (!canSee) return []
  return live?.projectId === projectId ? live.runs : (data?.rows ?? [])
}

const lookEveryMs = 10_000

/** Task sets of the current project that wait for machines. */
function useWaitingSets(): readonly Pick<PerformanceTask, 'id' | 'number' | 'name' | 'engine'>[] {
  const projectId = useProjectId()
  const canSee = useCan('run.view') && projectId !== ''
  const { data } = useQuery({
    queryKey: ['task', 'waiting', projectId],
    queryFn: ({ signal }) => api.task.list({ projectId, kind: 'set', states: ['waiting'] }, { signal }),
    enabled: canSee,
    refetchInterval: lookEveryMs,
  })
  return canSee ? (data?.rows ?? []) : []
}

const isRunState = (state: string): state is RunState => (runStates as readonly string[]).includes(state)

export function RunningTasks() {
  const t = useT()
  const navigate = useNavigate()
  const runs = useActiveRuns()
  const waiting = useWaitingSets()
  const count = runs.length + waiting.length
  const label = t('shell.runningTasks', { count })
  const items: NonNullable<MenuProps['items']> =
    count === 0
      ? [{ key: 'none', disabled: true, label: t('shell.nothingRuns') }]
      : [
          ...runs.map(run => ({
            key: run.id,
            label: `#${run.number} ${run.scenarioName}${isRunState(run.state) ? ` · ${t(`runState.${run.state}`)}` : ''}`,
            onClick: () => void navigate(links.liveRun(run.id)),
          })),
          ...waiting.map(set => ({
            key: set.id,
            label: t('shell.waitingSet', { name: set.name, number: set.number }),
            onClick: () => void navigate(links.execution(set)),
          })),
        ]
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...items,
          { type: 'divider' },
          { key: 'all', label: t('shell.allRuns'), onClick: () => void navigate(links.runs) },
        ],
      }}
    >
      <button type="button" className="icon-button" aria-label={label} title={label}>
        <Badge count={count} size="small" color="var(--running)" offset={[4, -2]}>
          <ThunderboltOutlined
            style={{ fontSize: 16, color: count > 0 ? 'var(--running)' : 'var(--text-secondary)' }}
          />
        </Badge>
      </button>
    </Dropdown>
  )
}
