/** Gives a production mix another name. */
import type { ProductionMixRow } from '@pone/contract/entities/production-mix.ts'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { NameDialog } from '../../../ui/form/name-dialog.tsx'
import { mixesKey } from '../mix-queries.ts'

interface RenameDialogProps {
  readonly mix: Pick<ProductionMixRow, 'id' | 'name'>
  readonly onClose: () => void
}

export function RenameDialog({ mix: { id, name: present }, onClose }: RenameDialogProps) {
  const t = useT()
  const projectId = useProjectId()
  return (
    <NameDialog
      title={t('mix.renameTitle')}
      label={t('mix.name')}
      help={t('mix.nameHelp')}
      name={present}
      onSave={name => api.productionMix.rename({ projectId, id, name })}
      queryKey={mixesKey}
      onClose={onClose}
    />
  )
}
