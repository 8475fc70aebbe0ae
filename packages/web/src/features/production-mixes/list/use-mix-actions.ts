/** Actions of a row of the list of production mixes. */
import type { ProductionMixRow } from '@pone/contract/entities/production-mix.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { mixesKey } from '../mix-queries.ts'

export function useMixActions(onRename: (mix: ProductionMixRow) => void) {
  const t = useT()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  const canEdit = useCan('scenario.edit')
  return useMemo(() => {
    const remove = ({ id, name }: ProductionMixRow) =>
      confirm({
        title: t('mix.deleteTitle', { name }),
        text: t('mix.deleteText'),
        verb: t('action.delete'),
        onConfirm: async () => {
          await api.productionMix.delete({ projectId, id })
          notify({ kind: 'success', text: t('notice.deleted') })
          await cache.invalidateQueries({ queryKey: mixesKey })
        },
      })
    return (mix: ProductionMixRow) => [
      { key: 'open', label: t('mix.open'), onClick: () => void navigate(links.productionMix(mix.id)) },
      ...(canEdit
        ? [
            { key: 'rename', label: t('mix.rename'), onClick: () => onRename(mix) },
            { key: 'delete', label: t('action.delete'), isDangerous: true, onClick: () => remove(mix) },
          ]
        : []),
    ]
  }, [t, navigate, projectId, cache, confirm, canEdit, onRename])
}
