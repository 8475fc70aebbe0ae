/** Actions on orders for thread dumps; deleting asks first. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { threadsKey } from './data/thread-queries.ts'

export function useSeriesActions() {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  return useMemo(() => {
    const renew = () => cache.invalidateQueries({ queryKey: [...threadsKey, projectId] })
    const change = async (call: () => Promise<unknown>, done: string): Promise<void> => {
      try {
        await call()
        notify({ kind: 'success', text: done })
        await renew()
      } catch (error) {
        showError(error)
      }
    }
    return {
      renew,
      /** What was taken stays, so that nobody is asked. */
      cancel: (id: string) => change(() => api.threadDump.cancel({ projectId, id }), t('threads.cancelled')),
      keep: (id: string, isKept: boolean) =>
        change(() => api.threadDump.keep({ projectId, id, isKept }), t('notice.saved')),
      /** `onGone` is called when they are deleted. */
      remove: (ids: readonly string[], onGone?: () => void) =>
        confirm({
          title: t('threads.deleteTitle'),
          text: t('threads.deleteText', { count: ids.length }),
          verb: t('action.delete'),
          onConfirm: async () => {
            await api.threadDump.delete({ projectId, ids: [...ids] })
            notify({ kind: 'success', text: t('notice.deleted') })
            onGone?.()
            await renew()
          },
        }),
    }
  }, [t, projectId, cache, confirm])
}
