/** The dialog for a component that someone else saved meanwhile: what differs, and three ways on, none of which loses anything silently. */
import type { Component, ComponentDocument } from '@pone/contract/entities/component.ts'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { formatInstant } from '../../ui/format.ts'
import { diffDocuments } from './document-diff.ts'
import { stepTitle } from './step-summary.ts'

interface ConflictDialogProps {
  readonly theirs: Component
  readonly mine: ComponentDocument
  readonly onLoadTheirs: () => void
  readonly onKeepAsCopy: () => Promise<void>
  readonly onOverwrite: () => Promise<void>
  readonly onClose: () => void
}

export function ConflictDialog({
  theirs,
  mine,
  onLoadTheirs,
  onKeepAsCopy,
  onOverwrite,
  onClose,
}: ConflictDialogProps) {
  const t = useT()
  const [busy, setBusy] = useState<'copy' | 'overwrite' | null>(null)
  const diff = diffDocuments(theirs.document, mine)
  const rows = [
    ...diff.onlyTheirs.map(step => ({
      key: `t${step.id}`,
      mark: '+',
      text: t('component.conflict.onlyTheirs', { step: stepTitle(step, t) }),
    })),
    ...diff.onlyMine.map(step => ({
      key: `m${step.id}`,
      mark: '−',
      text: t('component.conflict.onlyMine', { step: stepTitle(step, t) }),
    })),
    ...diff.changed.map(step => ({
      key: `c${step.id}`,
      mark: '≠',
      text: t('component.conflict.changed', { step: stepTitle(step, t) }),
    })),
    ...(diff.isReordered ? [{ key: 'order', mark: '⇅', text: t('component.conflict.reordered') }] : []),
    ...diff.parts.map(part => ({
      key: part,
      mark: '≠',
      text: t('component.conflict.part', { part: t(`component.problem.at.${part}`) }),
    })),
  ]
  const act = (kind: 'copy' | 'overwrite', work: () => Promise<void>) => {
    setBusy(kind)
    void work().finally(() => setBusy(null))
  }
  return (
    <Modal
      open
      width={620}
      title={t('component.conflict.title')}
      onCancel={onClose}
      footer={[
        <Button key="stay" onClick={onClose}>
          {t('component.conflict.stay')}
        </Button>,
        <Button
          key="overwrite"
          danger
          loading={busy === 'overwrite'}
          disabled={busy !== null}
          onClick={() => act('overwrite', onOverwrite)}
        >
          {t('component.conflict.overwrite')}
        </Button>,
        <Button key="theirs" disabled={busy !== null} onClick={onLoadTheirs}>
          {t('component.conflict.load')}
        </Button>,
        <Button
          key="copy"
          type="primary"
          loading={busy === 'copy'}
          disabled={busy !== null}
          onClick={() => act('copy', onKeepAsCopy)}
        >
          {t('component.conflict.copy')}
        </Button>,
      ]}
    >
      <p>
        {t('component.conflict.text', {
          editor: theirs.updatedBy,
          at: formatInstant(theirs.updatedAt),
        })}
      </p>
      {rows.length === 0 ? (
        <p className="cd-hint">{t('component.conflict.same')}</p>
      ) : (
        <ul className="cd-diff" aria-label={t('component.conflict.differences')}>
          {rows.map(row => (
            <li key={row.key}>
              <b aria-hidden>{row.mark}</b> {row.text}
            </li>
          ))}
        </ul>
      )}
      <p className="cd-help">{t('component.conflict.help')}</p>
    </Modal>
  )
}
