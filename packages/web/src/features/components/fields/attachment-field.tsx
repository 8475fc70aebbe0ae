/** One selected file (a certificate, a key, a body): its name and size, and the dialog to select or upload another. */
import { CloseOutlined, PaperClipOutlined } from '@ant-design/icons'
import type { Attachment } from '@pone/contract/entities/component.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { maxAttachmentBytes, maxCertificateBytes } from '@pone/schema/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useEditor } from '../context/editor-context.ts'
import { useAttachments, useDeleteAttachment } from './attachment-queries.ts'
import { FileDialog } from './file-dialog.tsx'

interface AttachmentFieldProps {
  readonly label: string
  readonly kind: Attachment['kind']
  /** Permitted file extensions; empty = any. */
  readonly extensions?: readonly string[]
  /** null or empty = none selected. */
  readonly fileId: string | null
  readonly onChange: (file: Attachment) => void
  /** Present if the file is optional. */
  readonly onClear?: (() => void) | undefined
}

export function AttachmentField(props: AttachmentFieldProps) {
  const { label, kind, fileId, onClear } = props
  const t = useT()
  const { isReadOnly } = useEditor()
  const [isChoosing, setChoosing] = useState(false)
  const files = useAttachments(kind)
  const isChosen = fileId !== null && fileId !== ''
  const verb = t(isChosen ? 'component.file.change' : 'component.file.choose')
  const file = files.data?.find(known => known.id === fileId)
  return (
    <div className="cd-inline">
      {isChosen && (
        <>
          <PaperClipOutlined aria-hidden />
          <b className="cd-ellipsis">{file?.name ?? (files.isSuccess ? t('component.file.missing') : '…')}</b>
          {file && <span className="cd-help">{formatBytes(file.sizeBytes)}</span>}
        </>
      )}
      {!isReadOnly && (
        <Button size="small" aria-label={`${label}: ${verb}`} onClick={() => setChoosing(true)}>
          {verb}
        </Button>
      )}
      {isChosen && onClear && !isReadOnly && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('component.deleteNamed', { name: label })}
          onClick={onClear}
        />
      )}
      {isChoosing && <AttachmentDialog {...props} onClose={() => setChoosing(false)} />}
    </div>
  )
}

function AttachmentDialog({
  label,
  kind,
  extensions = [],
  onChange,
  onClose,
}: AttachmentFieldProps & { readonly onClose: () => void }) {
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const files = useAttachments(kind)
  const deletion = useDeleteAttachment()
  const take = (file: Attachment) => {
    onChange(file)
    onClose()
  }
  return (
    <FileDialog
      title={label}
      extensions={extensions}
      maxBytes={kind === 'certificate' ? maxCertificateBytes : maxAttachmentBytes}
      files={{
        data: files.data,
        isPending: files.isPending,
        error: files.error,
        retry: () => void files.refetch(),
      }}
      factsOf={file => formatBytes(file.sizeBytes)}
      onSend={async (file, options) => {
        const stored = await api.attachment.upload({ projectId, kind }, { file, ...options })
        await client.invalidateQueries({ queryKey: ['attachments', projectId] })
        take(stored)
      }}
      onTake={take}
      onDelete={file => deletion.mutateAsync(file.id)}
      onClose={onClose}
    />
  )
}
