/** Actions on one or several monitors; deleting and stopping ask first. */
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { monitorsKey } from './monitor-queries.ts'

type Monitors = readonly Pick<Monitor, 'id' | 'name' | 'isRunning'>[]

export interface MonitorActions {
  readonly start: (monitors: Monitors) => void
  readonly stop: (monitors: Monitors) => void
  readonly copy: (monitors: Monitors) => void
  /** @param done called when they were deleted */
  readonly remove: (monitors: Monitors, done?: () => void) => void
}

export function useMonitorActions(): MonitorActions {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  return useMemo(() => {
    const refresh = () => cache.invalidateQueries({ queryKey: monitorsKey })
    const idsOf = (monitors: Monitors) => monitors.map(({ id }) => id)
    const namesOf = (monitors: Monitors) =>
      monitors.length === 1
        ? `“${monitors[0]?.name}”`
        : t('monitor.someNames', { first: monitors[0]?.name ?? '', count: monitors.length })
    const act = (work: Promise<unknown>, text: string) => {
      work
        .then(() => {
          notify({ kind: 'success', text })
          return refresh()
        })
        .catch(showError)
    }
    return {
      start: monitors =>
        act(
          api.monitor.start({ projectId, ids: idsOf(monitors) }),
          t('monitor.started', { count: monitors.length }),
        ),
      stop: monitors =>
        confirm({
          title: t('monitor.stopTitle', { names: namesOf(monitors) }),
          text: t('monitor.stopText'),
          verb: t('monitor.stop'),
          isDangerous: false,
          onConfirm: async () => {
            await api.monitor.stop({ projectId, ids: idsOf(monitors) })
            notify({ kind: 'success', text: t('monitor.stopped', { count: monitors.length }) })
            await refresh()
          },
        }),
      copy: monitors =>
        act(
          api.monitor.copy({ projectId, ids: idsOf(monitors) }),
          t('monitor.copied', { count: monitors.length }),
        ),
      remove: (monitors, done) =>
        confirm({
          title: t('monitor.deleteTitle', { names: namesOf(monitors) }),
          text: t('monitor.deleteText'),
          verb: t('action.delete'),
          onConfirm: async () => {
            await api.monitor.delete({ projectId, ids: idsOf(monitors) })
            notify({ kind: 'success', text: t('notice.deleted') })
            done?.()
            await refresh()
          },
        }),
    }
  }, [t, projectId, cache, confirm])
}
