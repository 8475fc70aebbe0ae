/** Actions on flame diagrams; deleting asks first. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'

export function useProfileActions() {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  return useMemo(
    () => ({
      /** `onGone` is called when they are deleted. */
      remove: (ids: readonly string[], onGone?: () => void) =>
        confirm({
          title: t('flame.deleteTitle'),
          text: t('flame.deleteText', { count: ids.length }),
          verb: t('action.delete'),
          onConfirm: async () => {
            await api.profile.delete({ projectId, ids: [...ids] })
            notify({ kind: 'success', text: t('notice.deleted') })
            onGone?.()
            await cache.invalidateQueries({ queryKey: [...profilesKey, projectId, 'list'] })
          },
        }),
    }),
    [t, projectId, cache, confirm],
  )
}
