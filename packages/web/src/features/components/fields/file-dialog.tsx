/** The dialog that uploads a file, with progress and cancel, or selects one that the project already has; used for parameter files and attachments. */
import { DeleteOutlined, InboxOutlined } from '@ant-design/icons'
import { formatBytes } from '@pone/metrics/figures.ts'
import { Alert, Button, Modal, Upload } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorMessage, isAborted } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { discardUpload } from '../../../lib/upload/piece-upload.ts'
import { notBegun, type UploadProgress as Sending } from '../../../lib/upload/upload-progress.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { UploadProgress } from '../../../ui/upload-progress.tsx'

/** What the dialog shows of an existing file. */
export interface KnownFile {
  readonly id: string
  readonly name: string
  readonly uploadedBy: string
  readonly uploadedAt: number
}

interface FileDialogProps<F extends KnownFile> {
  readonly title: string
  /** Permitted file extensions; empty = any. */
  readonly extensions: readonly string[]
  readonly maxBytes: number
  readonly files: {
    readonly data: readonly F[] | undefined
    readonly isPending: boolean
    readonly error: Error | null
    readonly retry: () => void
  }
  /** Size and the like, beside the name. */
  readonly factsOf: (file: F) => ReactNode
  /** Uploads the file and selects it at once. */
  readonly onSend: (
    file: File,
    options: { signal: AbortSignal; onProgress: (progress: Sending) => void },
  ) => Promise<void>
  readonly onTake: (file: F) => Promise<void> | void
  readonly onDelete: (file: F) => Promise<unknown>
  readonly onClose: () => void
}

export function FileDialog<F extends KnownFile>(props: FileDialogProps<F>) {
  const { title, extensions, maxBytes, onClose } = props
  const t = useT()
  const [sending, setSending] = useState<Sending | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const take = async (file: F) => {
    try {
      await props.onTake(file)
    } catch (error) {
      setFault(errorMessage(error))
    }
  }
  const send = async (file: File) => {
    setFault(null)
    const fits = extensions.some(extension => file.name.toLowerCase().endsWith(extension))
    if (extensions.length > 0 && !fits)
      return setFault(t('component.file.wrongType', { extensions: extensions.join(' ') }))
    if (file.size > maxBytes) return setFault(t('component.file.tooLarge', { limit: formatBytes(maxBytes) }))
    const controller = new AbortController()
    abort.current = controller
    setSending(notBegun(file))
    try {
      await props.onSend(file, { signal: controller.signal, onProgress: setSending })
    } catch (error) {
      if (!isAborted(error)) setFault(errorMessage(error))
    } finally {
      setSending(null)
    }
  }
  return (
    <Modal open width={640} footer={null} title={title} onCancel={onClose}>
      {sending ? (
        <div className="cd-upload">
          <UploadProgress progress={sending} onCancel={() => abort.current?.abort(discardUpload)} />
        </div>
      ) : (
        <Upload.Dragger
          accept={extensions.join(',')}
          showUploadList={false}
          beforeUpload={file => {
            void send(file)
            return false
          }}
        >
          <p className="cd-upload-icon">
            <InboxOutlined />
          </p>
          <p>{t('component.file.drop')}</p>
          <p className="cd-help">
            {extensions.length === 0
              ? t('component.file.dropHelpAny', { limit: formatBytes(maxBytes) })
              : t('component.file.dropHelp', {
                  extensions: extensions.join(' '),
                  limit: formatBytes(maxBytes),
                })}
          </p>
        </Upload.Dragger>
      )}
      {fault !== null && (
        <Alert
          type="error"
          showIcon
          className="cd-upload-fault"
          title={fault}
          closable
          onClose={() => setFault(null)}
        />
      )}
      <KnownFiles {...props} isOff={sending !== null} onTake={take} />
    </Modal>
  )
}

interface KnownFilesProps<F extends KnownFile>
  extends Pick<FileDialogProps<F>, 'files' | 'factsOf' | 'onDelete'> {
  /** No file can be selected during an upload. */
  readonly isOff: boolean
  readonly onTake: (file: F) => Promise<void>
}

/** The files that the project has already. */
function KnownFiles<F extends KnownFile>({ files, factsOf, isOff, onTake, onDelete }: KnownFilesProps<F>) {
  const t = useT()
  const confirm = useConfirm()
  return (
    <>
      <h4 className="cd-detail-title">{t('component.file.known')}</h4>
      {files.isPending && <LoadingState rows={3} />}
      {files.error && <ErrorState error={files.error} onRetry={files.retry} />}
      {files.data?.length === 0 && <p className="cd-hint">{t('component.file.noneKnown')}</p>}
      <ul className="cd-files">
        {files.data?.map(file => (
          <li key={file.id}>
            <button type="button" onClick={() => void onTake(file)} disabled={isOff}>
              <b className="cd-ellipsis">{file.name}</b>
              <span className="cd-help">
                {factsOf(file)} · {file.uploadedBy} · <TimeText at={file.uploadedAt} />
              </span>
            </button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('component.deleteNamed', { name: file.name })}
              onClick={() =>
                confirm({
                  title: t('component.file.deleteTitle', { name: file.name }),
                  text: t('component.file.deleteText'),
                  verb: t('action.delete'),
                  onConfirm: () => onDelete(file),
                })
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}
