/** The conclusion and the notes that people wrote on a report, with who and when. */
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { ReportNote } from '@pone/contract/entities/report.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useConfirm } from '../../../../ui/page/confirm.tsx'
import { ErrorState } from '../../../../ui/page/page-states.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { NoteEditor } from './note-editor.tsx'
import { type NoteCalls, useNoteCalls, useNotes } from './note-queries.ts'
import './report-notes.css'

type Kind = ReportNote['kind']

export function ReportNotes({
  reportId,
  canWrite,
}: {
  readonly reportId: string
  readonly canWrite: boolean
}) {
  const notes = useNotes(reportId)
  const calls = useNoteCalls(reportId)
  if (notes.error) return <ErrorState error={notes.error} onRetry={() => void notes.refetch()} />
  if (!notes.data || (notes.data.length === 0 && !canWrite)) return null
  return (
    <div className="report-notes">
      {(['conclusion', 'note'] as const).map(kind => (
        <Part
          key={kind}
          kind={kind}
          notes={notes.data.filter(note => note.kind === kind)}
          calls={calls}
          canWrite={canWrite}
        />
      ))}
    </div>
  )
}

/** The conclusion, or all notes. */
function Part({
  kind,
  notes,
  calls,
  canWrite,
}: {
  readonly kind: Kind
  readonly notes: readonly ReportNote[]
  readonly calls: NoteCalls
  readonly canWrite: boolean
}) {
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<ReportNote | null>(null)
  const title = t(`report.${kind}`)
  // What is being typed must not be lost if others write the conclusion, or delete what is edited here.
  const [meanwhile] = kind === 'conclusion' && isAdding ? notes : []
  const isGone = edited !== null && !notes.some(({ id }) => id === edited.id)
  const shown = [...notes.filter(note => note !== meanwhile), ...(isGone ? [edited] : [])]
  const canAdd = canWrite && (kind === 'note' || shown.length === 0)
  if (shown.length === 0 && !canAdd && !isAdding) return null
  return (
    <section
      className={shown.length === 0 ? 'report-notes-empty' : undefined}
      aria-labelledby={`report-${kind}`}
    >
      <h2 id={`report-${kind}`}>{title}</h2>
      {shown.map(note =>
        note.id === edited?.id ? (
          <NoteEditor
            key={note.id}
            label={title}
            note={note}
            isGone={isGone}
            onSave={(text, version) =>
              isGone || version === null ? calls.add(kind, text) : calls.edit({ id: note.id, version }, text)
            }
            onConflict={calls.refresh}
            onClose={() => setEdited(null)}
          />
        ) : (
          <Written
            key={note.id}
            note={note}
            onEdit={canWrite ? () => setEdited(note) : null}
            onRemove={() => calls.remove(note).finally(() => void calls.refresh())}
          />
        ),
      )}
      {isAdding ? (
        <NoteEditor
          label={title}
          note={meanwhile ?? null}
          onSave={(text, version) =>
            meanwhile === undefined || version === null
              ? calls.add(kind, text)
              : calls.edit({ id: meanwhile.id, version }, text)
          }
          onConflict={calls.refresh}
          onClose={() => setAdding(false)}
        />
      ) : (
        canAdd && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {t(`report.${kind}.add`)}
          </Button>
        )
      )}
    </section>
  )
}

function Written({
  note,
  onEdit,
  onRemove,
}: {
  readonly note: ReportNote
  /** Null where the user may not write. */
  readonly onEdit: (() => void) | null
  readonly onRemove: () => Promise<unknown>
}) {
  const t = useT()
  const confirm = useConfirm()
  const remove = () =>
    confirm({
      title: t('report.note.delete.title'),
      text: note.text.length > 200 ? `${note.text.slice(0, 200)}…` : note.text,
      verb: t('action.delete'),
      onConfirm: onRemove,
    })
  return (
    <article className="report-note">
      <p className="report-note-text">{note.text}</p>
      <footer>
        {note.createdBy} · <TimeText at={note.createdAt} />
        {note.version > 1 && (
          <>
            {' · '}
            {t('report.note.changed', { editor: note.updatedBy })} <TimeText at={note.updatedAt} />
          </>
        )}
        {onEdit !== null && (
          <span className="report-note-actions">
            <Button
              type="text"
              size="small"
              icon={<EditOutlined aria-hidden />}
              aria-label={t('action.edit')}
              title={t('action.edit')}
              onClick={onEdit}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('action.delete')}
              title={t('action.delete')}
              onClick={remove}
            />
          </span>
        )}
      </footer>
    </article>
  )
}
