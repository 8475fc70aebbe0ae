/** The field of a conclusion or a note. If another person saved in between, both texts are shown, and nothing is lost. */
import { maxReportNoteLength, type ReportNote } from '@pone/contract/entities/report.ts'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { ApiError, showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'

/** Another person changed or deleted what is edited. */
const isMeanwhile = (code: string): boolean => code === 'EditedMeanwhile' || code === 'NotFound'

export interface NoteEditorProps {
  readonly label: string
  /** What is edited, as stored now; null for a new one. */
  readonly note: ReportNote | null
  /** It has been deleted meanwhile; saving writes a new one. */
  readonly isGone?: boolean
  /** @throws ApiError EditedMeanwhile, NotFound if `version` is not the stored one */
  readonly onSave: (text: string, version: number | null) => Promise<unknown>
  /** Reads what is stored. */
  readonly onConflict: () => Promise<unknown>
  readonly onClose: () => void
}

export function NoteEditor({ label, note, isGone = false, onSave, onConflict, onClose }: NoteEditorProps) {
  const t = useT()
  // The version on which this text is based; what is stored may have moved on since.
  const [base, setBase] = useState(note)
  const [text, setText] = useState(note?.text ?? '')
  const [isSaving, setSaving] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const isDirty = text.trim() !== (base?.text ?? '') && !isClosing
  // While saving, what is stored may already be this text itself.
  const theirs = !isSaving && note !== null && note.version !== base?.version ? note : null
  /** Resolves to whether the text is stored. */
  const save = async (version: number | null): Promise<boolean> => {
    setSaving(true)
    try {
      await onSave(text, version)
      setClosing(true)
      onClose()
      return true
    } catch (error) {
      if (error instanceof ApiError && isMeanwhile(error.code)) await onConflict()
      else showError(error)
      return false
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      className="report-note-editor"
      onSubmit={event => {
        event.preventDefault()
        void save(base?.version ?? null)
      }}
    >
      <UnsavedGuard isDirty={isDirty} onSave={() => save(base?.version ?? null)} />
      <Input.TextArea
        aria-label={label}
        autoFocus
        autoSize={{ minRows: 3, maxRows: 20 }}
        maxLength={maxReportNoteLength}
        showCount={text.length > maxReportNoteLength * 0.8}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit()
        }}
      />
      {isGone && <Alert type="warning" showIcon title={t('report.note.gone')} />}
      {theirs !== null && (
        <Conflict
          theirs={theirs}
          onOverwrite={() => void save(theirs.version)}
          onContinue={next => {
            setBase(theirs)
            setText(next)
          }}
          mine={text}
        />
      )}
      <div>
        <Button
          type="primary"
          htmlType="submit"
          loading={isSaving}
          disabled={text.trim() === '' || text.length > maxReportNoteLength || theirs !== null}
        >
          {t('action.save')}
        </Button>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <small>{t('report.note.help')}</small>
      </div>
    </form>
  )
}

/** The text that another person saved, and what can be done with both. */
function Conflict({
  theirs,
  mine,
  onOverwrite,
  onContinue,
}: {
  readonly theirs: ReportNote
  readonly mine: string
  readonly onOverwrite: () => void
  /** Continues with this text, based on what is stored. */
  readonly onContinue: (text: string) => void
}) {
  const t = useT()
  return (
    <Alert
      type="warning"
      showIcon
      title={t('report.note.conflict', { editor: theirs.updatedBy })}
      description={
        <>
          <p className="report-note-text">{theirs.text}</p>
          <span className="report-note-choices">
            <Button size="small" onClick={onOverwrite}>
              {t('report.note.overwrite')}
            </Button>
            <Button size="small" onClick={() => onContinue(`${theirs.text}\n\n${mine}`)}>
              {t('report.note.join')}
            </Button>
            <Button size="small" onClick={() => onContinue(theirs.text)}>
              {t('report.note.useTheirs')}
            </Button>
          </span>
        </>
      }
    />
  )
}
