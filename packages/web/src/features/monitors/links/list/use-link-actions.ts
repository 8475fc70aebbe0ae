/** Actions on a monitoring link; deleting and stopping ask first. */
import type { MonitorLinkRow } from '@pone/contract/entities/monitor-link.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../lib/api.ts'
import { showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useConfirm } from '../../../../ui/page/confirm.tsx'
import { monitorsKey } from '../../shared/monitor-queries.ts'

type Named = Pick<MonitorLinkRow, 'id' | 'name'>

export function useLinkActions() {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  return useMemo(() => {
    const finish = (text: string) => {
      notify({ kind: 'success', text })
      return cache.invalidateQueries({ queryKey: monitorsKey })
    }
    return {
      start: ({ id }: Named) => {
        api.monitorLink
          .start({ projectId, ids: [id] })
          .then(() => finish(t('monitorLink.started')))
          .catch(showError)
      },
      copy: ({ id }: Named) => {
        api.monitorLink
          .copy({ projectId, id })
          .then(() => finish(t('monitorLink.copiedNotice')))
          .catch(showError)
      },
      stop: ({ id, name }: Named) =>
        confirm({
          title: t('monitorLink.stopTitle', { name }),
          text: t('monitorLink.stopText'),
          verb: t('monitorLink.stop'),
          isDangerous: false,
          onConfirm: async () => {
            await api.monitorLink.stop({ projectId, ids: [id] })
            await finish(t('monitorLink.stoppedNotice'))
          },
        }),
      remove: ({ id, name }: Named) =>
        confirm({
          title: t('monitorLink.deleteTitle', { name }),
          text: t('monitorLink.deleteText'),
          verb: t('action.delete'),
          onConfirm: async () => {
            await api.monitorLink.delete({ projectId, ids: [id] })
            await finish(t('notice.deleted'))
          },
        }),
    }
  }, [t, projectId, cache, confirm])
}
