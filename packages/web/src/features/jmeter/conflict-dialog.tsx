/** The dialog for a plan that someone else saved meanwhile, with ways on of which none loses anything silently. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { formatInstant } from '../../ui/format.ts'
import type { PlanConflict } from './use-plan-save.ts'

interface ConflictDialogProps {
  readonly conflict: PlanConflict
  /** The text that waits to be saved. */
  readonly mine: string
  readonly onLoadTheirs: () => void
  readonly onKeepAsCopy: () => Promise<void>
  readonly onOverwrite: () => Promise<void>
  readonly onClose: () => void
}

export function ConflictDialog({ conflict, mine, ...act }: ConflictDialogProps) {
  const t = useT()
  const [busy, setBusy] = useState<'copy' | 'overwrite' | null>(null)
  const run = (kind: 'copy' | 'overwrite', work: () => Promise<void>) => {
    setBusy(kind)
    void work().finally(() => setBusy(null))
  }
  const { theirs, text } = conflict
  return (
    <Modal
      open
      width={620}
      title={t('jmeterPlan.conflict.title')}
      onCancel={act.onClose}
      footer={[
        <Button key="stay" onClick={act.onClose}>
          {t('jmeterPlan.conflict.stay')}
        </Button>,
        <Button
          key="overwrite"
          danger
          loading={busy === 'overwrite'}
          disabled={busy !== null}
          onClick={() => run('overwrite', act.onOverwrite)}
        >
          {t('jmeterPlan.conflict.overwrite')}
        </Button>,
        <Button key="theirs" disabled={busy !== null} onClick={act.onLoadTheirs}>
          {t('jmeterPlan.conflict.load')}
        </Button>,
        <Button
          key="copy"
          type="primary"
          loading={busy === 'copy'}
          disabled={busy !== null}
          onClick={() => run('copy', act.onKeepAsCopy)}
        >
          {t('jmeterPlan.conflict.copy')}
        </Button>,
      ]}
    >
      <p>
        {t('jmeterPlan.conflict.text', { editor: theirs.updatedBy, at: formatInstant(theirs.updatedAt) })}
      </p>
      <p>
        {text === mine
          ? t('jmeterPlan.conflict.same')
          : t('jmeterPlan.conflict.lines', linesApart(text, mine))}
      </p>
      <p className="cd-help">{t('jmeterPlan.conflict.help')}</p>
    </Modal>
  )
}

/** How many lines only one of the texts has. */
function linesApart(theirs: string, mine: string): { theirs: number; mine: number } {
  const count = (own: string, other: string) => {
    const known = new Set(other.split(/\r?\n/))
    return own.split(/\r?\n/).filter(line => !known.has(line)).length
  }
  return { theirs: count(theirs, mine), mine: count(mine, theirs) }
}
