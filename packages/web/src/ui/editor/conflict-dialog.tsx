/** The dialog shown when another user saved in between: the differences, and choices of which none loses work silently. */
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { formatInstant } from '../format.ts'
import type { VersionedSave } from './use-versioned-save.ts'

interface ConflictDialogProps {
  /** The user who saved the conflicting version, and when. */
  readonly theirs: { readonly updatedBy: string; readonly updatedAt: number }
  readonly saving: Omit<VersionedSave<never>, 'conflict'>
  /** The differences; null if there are none. */
  readonly differences: ReactNode
}

export function ConflictDialog({ theirs, saving, differences }: ConflictDialogProps) {
  const t = useT()
  const [busy, setBusy] = useState<'copy' | 'overwrite' | null>(null)
  const run = (kind: 'copy' | 'overwrite', work: () => Promise<void>) => {
    setBusy(kind)
    void work().finally(() => setBusy(null))
  }
  return (
    <Modal
      open
      width={620}
      title={t('editor.conflict.title')}
      onCancel={saving.closeConflict}
      footer={[
        <Button key="stay" onClick={saving.closeConflict}>
          {t('editor.conflict.stay')}
        </Button>,
        <Button
          key="overwrite"
          danger
          loading={busy === 'overwrite'}
          disabled={busy !== null}
          onClick={() => run('overwrite', saving.overwrite)}
        >
          {t('editor.conflict.overwrite')}
        </Button>,
        <Button key="theirs" disabled={busy !== null} onClick={saving.loadTheirs}>
          {t('editor.conflict.load')}
        </Button>,
        <Button
          key="copy"
          type="primary"
          loading={busy === 'copy'}
          disabled={busy !== null}
          onClick={() => run('copy', saving.keepAsCopy)}
        >
          {t('editor.conflict.copy')}
        </Button>,
      ]}
    >
      <p>{t('editor.conflict.text', { editor: theirs.updatedBy, at: formatInstant(theirs.updatedAt) })}</p>
      {differences ?? <p className="cd-hint">{t('editor.conflict.same')}</p>}
      <p className="cd-help">{t('editor.conflict.help')}</p>
    </Modal>
  )
}
