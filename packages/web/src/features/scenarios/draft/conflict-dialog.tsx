/** Asks how to resolve a conflict when another user saved the same scenario first; the edited text is kept meanwhile. */
import { Button, Modal } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { formatInstant } from '../../../ui/format.ts'

export interface Conflict {
  readonly editor: string
  readonly at: number
}

export interface ConflictDialogProps {
  readonly conflict: Conflict | null
  readonly onTheirs: () => void
  readonly onMine: () => void
  readonly onClose: () => void
}

export function ConflictDialog({ conflict, onTheirs, onMine, onClose }: ConflictDialogProps) {
  const t = useT()
  return (
    <Modal
      open={conflict !== null}
      title={t('scenario.conflict.title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button onClick={onTheirs}>{t('scenario.conflict.theirs')}</Button>
          <Button danger type="primary" onClick={onMine}>
            {t('scenario.conflict.mine')}
          </Button>
        </>
      }
    >
      {conflict && (
        <p>{t('scenario.conflict.text', { editor: conflict.editor, at: formatInstant(conflict.at) })}</p>
      )}
    </Modal>
  )
}
