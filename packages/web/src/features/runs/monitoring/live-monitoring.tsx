/** The monitors of a run on its live page, asked for again and again while the run goes on. */
import { isActiveRun } from '@pone/contract/states.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { LiveRun } from '../live-model.ts'
import { MonitoringView } from './monitoring-view.tsx'

const pollMs = 3_000

/** What was collected so far; null: no monitoring link belongs to the run. */
export function useRunMonitoring({ id, state }: LiveRun['run']) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['run', 'monitoring', projectId, id],
    queryFn: ({ signal }) => api.runMonitoring.get({ projectId, id }, { signal }),
    refetchInterval: isActiveRun(state) ? pollMs : false,
  }).data
}

export function LiveMonitoring({ live }: { readonly live: LiveRun }) {
  const t = useT()
  const { run, events, seconds } = live
  const monitoring = useRunMonitoring(run)
  if (monitoring === undefined || monitoring === null)
    return <p className="run-quiet">{t('run.monitoring.noData')}</p>
  return (
    <MonitoringView
      monitoring={monitoring}
      events={events}
      startedAt={run.startedAt}
      endSecond={(seconds.at(-1)?.second ?? 0) + 1}
      syncKey={`run-${run.id}`}
      isLive={isActiveRun(run.state)}
    />
  )
}
