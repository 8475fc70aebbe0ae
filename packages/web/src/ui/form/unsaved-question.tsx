/** The question what becomes of changes that would be lost: save them, discard them, or keep editing. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'

interface UnsavedQuestionProps {
  /** What would discard the changes: leaving the page, or closing a dialog or drawer. */
  readonly by: 'leaving' | 'closing'
  readonly onStay: () => void
  readonly onDiscard: () => void
  /** null: the form does more than save, so that only its own button does it. The dialog stays open until the promise is settled. */
  readonly onSave: (() => Promise<unknown>) | null
}

export function UnsavedQuestion({ by, onStay, onDiscard, onSave }: UnsavedQuestionProps) {
  const t = useT()
  const [isSaving, setSaving] = useState(false)
  return (
    <Modal
      open
      width={560}
      title={t('unsaved.title')}
      onCancel={onStay}
      mask={{ closable: false }}
      footer={
        <>
          <Button disabled={isSaving} autoFocus={onSave === null} onClick={onStay}>
            {t('unsaved.stay')}
          </Button>
          <Button danger disabled={isSaving} onClick={onDiscard}>
            {t(by === 'leaving' ? 'unsaved.leave' : 'unsaved.discard')}
          </Button>
          {onSave && (
            <Button
              type="primary"
              loading={isSaving}
              onClick={() => {
                setSaving(true)
                void onSave().finally(() => setSaving(false))
              }}
            >
              {t(by === 'leaving' ? 'unsaved.save' : 'unsaved.saveAndClose')}
            </Button>
          )}
        </>
      }
    >
      {t(by === 'leaving' ? 'unsaved.text' : 'unsaved.closingText')}
    </Modal>
  )
}
