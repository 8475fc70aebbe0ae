/** The dialog that uploads a parameter file, with progress and cancel, or takes one that the project has already. */
import { CloseOutlined, DeleteOutlined, InboxOutlined } from '@ant-design/icons'
import { parameterFileCalls } from '@pone/contract/calls/component.ts'
import type { ParameterFile } from '@pone/contract/entities/component.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Progress, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage, isAborted } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { columnNames, likelyDelimiter } from './parameter-model.ts'
import {
  type FileReading,
  previewRows,
  useDeleteParameterFile,
  useParameterFiles,
} from './parameter-queries.ts'

interface FileChooserProps {
  readonly onChoose: (file: ParameterFile, reading: FileReading, columns: string[]) => void
  readonly onClose: () => void
}

const { extensions, maxBytes } = parameterFileCalls.upload.upload ?? { extensions: [], maxBytes: 0 }

export function FileChooser({ onChoose, onClose }: FileChooserProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const confirm = useConfirm()
  const files = useParameterFiles()
  const deletion = useDeleteParameterFile()
  const [sending, setSending] = useState<{ name: string; sent01: number } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  /** Reads the first rows once, so that the new parameter begins with fitting columns. */
  const take = async (file: ParameterFile, reading: FileReading) => {
    const { rows } = await api.parameterFile.preview({
      projectId,
      id: file.id,
      ...reading,
      rows: previewRows,
    })
    onChoose(file, reading, columnNames(rows, true))
  }
  const takeKnown = async (file: ParameterFile) => {
    try {
      const { rows } = await api.parameterFile.preview({
        projectId,
        id: file.id,
        delimiter: '|',
        encoding: 'utf-8',
        rows: 5,
      })
      await take(file, {
        delimiter: likelyDelimiter(rows.map(row => row.join('|')).join('\n')),
        encoding: 'utf-8',
      })
    } catch (error) {
      setFault(errorMessage(error))
    }
  }
  const send = async (file: File) => {
    setFault(null)
    if (!extensions.some(extension => file.name.toLowerCase().endsWith(extension)))
      return setFault(t('component.file.wrongType', { extensions: extensions.join(' ') }))
    if (file.size > maxBytes) return setFault(t('component.file.tooLarge', { limit: formatBytes(maxBytes) }))
    const controller = new AbortController()
    abort.current = controller
    setSending({ name: file.name, sent01: 0 })
    try {
      const head = await file.slice(0, 65_536).arrayBuffer()
      const encoding = encodingOf(head)
      const delimiter = likelyDelimiter(new TextDecoder(encoding).decode(head))
      const stored = await api.parameterFile.upload(
        { projectId },
        { file, signal: controller.signal, onProgress: sent01 => setSending({ name: file.name, sent01 }) },
      )
      void client.invalidateQueries({ queryKey: ['parameterFiles', projectId] })
      await take(stored, { delimiter, encoding })
    } catch (error) {
      if (!isAborted(error)) setFault(errorMessage(error))
    } finally {
      setSending(null)
    }
  }
  return (
    <Modal open width={640} footer={null} title={t('component.file.title')} onCancel={onClose}>
      {sending ? (
        <div className="cd-upload" role="status">
          <span className="cd-ellipsis">{sending.name}</span>
          <Progress percent={Math.floor(sending.sent01 * 100)} status="active" />
          <Button icon={<CloseOutlined />} onClick={() => abort.current?.abort()}>
            {t('component.file.cancel')}
          </Button>
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
            {t('component.file.dropHelp', { extensions: extensions.join(' '), limit: formatBytes(maxBytes) })}
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
      <h4 className="cd-detail-title">{t('component.file.known')}</h4>
      {files.isPending && <LoadingState rows={3} />}
      {files.isError && <ErrorState error={files.error} onRetry={() => void files.refetch()} />}
      {files.data?.length === 0 && <p className="cd-hint">{t('component.file.noneKnown')}</p>}
      <ul className="cd-files">
        {files.data?.map(file => (
          <li key={file.id}>
            <button type="button" onClick={() => void takeKnown(file)} disabled={sending !== null}>
              <b className="cd-ellipsis">{file.name}</b>
              <span className="cd-help">
                {t('component.file.facts', {
                  size: formatBytes(file.sizeBytes),
                  lines: formatNumber(file.lines),
                })}{' '}
                · {file.uploadedBy} · <TimeText at={file.uploadedAt} />
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
                  onConfirm: () => deletion.mutateAsync(file.id),
                })
              }
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** UTF-8 where the bytes are valid UTF-8 (a cut last character aside), else GBK. */
function encodingOf(head: ArrayBuffer): 'utf-8' | 'gbk' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return 'utf-8'
  } catch {
    return 'gbk'
  }
}
