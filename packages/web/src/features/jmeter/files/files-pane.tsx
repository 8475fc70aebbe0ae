/** The files of a component: upload, list, the elements that use each, and files that the plan refers to but that are not uploaded. */

import { CloudUploadOutlined } from '@ant-design/icons'
import type { JmeterFile } from '@pone/contract/entities/jmeter-component.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { maxJmeterFileBytes } from '@pone/schema/limits.ts'
import { Alert, Button, Table } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { download } from '../../../lib/api.ts'
import { errorMessage, isAborted, showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { discardUpload } from '../../../lib/upload/piece-upload.ts'
import { notBegun, type UploadProgress as Sending } from '../../../lib/upload/upload-progress.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { UploadProgress } from '../../../ui/upload-progress.tsx'
import { useFileChanges } from '../jmeter-queries.ts'
import { usePlan } from '../plan/plan-context.ts'
import { fileColumns } from './file-columns.tsx'
import { type FileRow, rowsOf } from './file-rows.ts'

interface FilesPaneProps {
  readonly id: string
  readonly error: Error | null
  readonly canEdit: boolean
  readonly onRetry: () => void
  /** Shows an element in the tree. */
  readonly onReveal: (key: string) => void
}

export function FilesPane({ id, error, canEdit, onRetry, onReveal }: FilesPaneProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const confirm = useConfirm()
  const { uses, files } = usePlan()
  const { remove } = useFileChanges(id)
  const sending = useSending(id, files)
  const rows = files === undefined ? [] : rowsOf(files, uses)
  const pages = useRowPages(rows.length)
  if (error !== null) return <ErrorState error={error} onRetry={onRetry} />
  if (files === undefined) return <LoadingState rows={6} />
  const missing = rows.filter(row => row.file === null)
  const askDelete = (row: FileRow, file: JmeterFile) =>
    confirm({
      title: t('jmeterPlan.file.deleteTitle', { name: file.name }),
      text:
        row.uses.length > 0
          ? t('jmeterPlan.file.deleteUsed', { count: row.uses.length })
          : t('jmeterPlan.file.deleteUnused'),
      verb: t('action.delete'),
      onConfirm: () => remove.mutateAsync(file.id),
    })
  const onDownload = (file: JmeterFile) =>
    void download.jmeterComponent.downloadFile({ projectId, id, fileId: file.id }).catch(showError)
  const drop = (event: DragEvent) => {
    if (!canEdit || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    void sending.send([...event.dataTransfer.files])
  }
  const upload = canEdit && (
    <Button
      type={rows.length === 0 ? 'primary' : 'default'}
      icon={<CloudUploadOutlined />}
      disabled={sending.progress !== null}
      onClick={sending.choose}
    >
      {t('jmeterPlan.file.upload')}
    </Button>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files can also be selected by the button
    <div className="jm-files" onDrop={drop}>
      <div className="jm-files-head">
        <p className="cd-hint">{t('jmeterPlan.file.hint')}</p>
        {rows.length > 0 && upload}
      </div>
      <SendingState sending={sending} />
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="jm-refusals"
          title={t('jmeterPlan.file.missingSome', { count: missing.length })}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState
          title={t('jmeterPlan.file.none')}
          text={t('jmeterPlan.file.noneHint')}
          action={upload || undefined}
        />
      ) : (
        <Table<FileRow>
          rowKey="name"
          size="small"
          dataSource={rows}
          pagination={pages}
          scroll={{ x: 'max-content' }}
          columns={fileColumns(t, { onReveal, onDownload, onDelete: canEdit ? askDelete : null })}
        />
      )}
    </div>
  )
}

/** Uploads files one after another; refused files are listed, and an existing name asks for confirmation. */
function useSending(id: string, files: readonly JmeterFile[] | undefined) {
  const t = useT()
  const confirm = useConfirm()
  const { upload } = useFileChanges(id)
  const [progress, setProgress] = useState<Sending | null>(null)
  const [faults, setFaults] = useState<readonly { key: number; file: string; reason: string }[]>([])
  const abort = useRef<AbortController | null>(null)
  const nextKey = useRef(1)
  useEffect(() => () => abort.current?.abort(), [])
  const sendAll = async (chosen: readonly File[], replaces: boolean) => {
    for (const file of chosen) {
      const controller = new AbortController()
      abort.current = controller
      setProgress(notBegun(file))
      try {
        if (file.size > maxJmeterFileBytes)
          throw new RangeError(t('jmeterPlan.upload.tooLarge', { limit: formatBytes(maxJmeterFileBytes) }))
        const { signal } = controller
        await upload.mutateAsync({ file, replaces, signal, onProgress: setProgress })
      } catch (error) {
        if (isAborted(error)) break
        const reason = error instanceof RangeError ? error.message : errorMessage(error)
        setFaults(before => [...before, { key: nextKey.current++, file: file.name, reason }])
      }
    }
    setProgress(null)
  }
  const send = async (chosen: readonly File[]) => {
    const taken = chosen.filter(file => files?.some(known => known.name === file.name))
    const fresh = chosen.filter(file => !taken.includes(file))
    if (fresh.length > 0) await sendAll(fresh, false)
    if (taken.length > 0)
      confirm({
        title: t('jmeterPlan.file.replaceTitle', {
          names: taken.map(file => file.name).join(t('catalogue.listSeparator')),
        }),
        text: t('jmeterPlan.file.replaceText'),
        verb: t('jmeterPlan.file.replace'),
        onConfirm: () => sendAll(taken, true),
      })
  }
  const choose = () => {
    const field = document.createElement('input')
    field.type = 'file'
    field.multiple = true
    field.addEventListener('change', () => void send([...(field.files ?? [])]))
    field.click()
  }
  return {
    progress,
    faults,
    forget: () => setFaults([]),
    cancel: () => abort.current?.abort(discardUpload),
    send,
    choose,
  }
}

/** Progress of an upload, and the refused files. */
function SendingState({ sending }: { readonly sending: ReturnType<typeof useSending> }) {
  const t = useT()
  return (
    <>
      {sending.progress !== null && (
        <div className="jm-sending">
          <UploadProgress progress={sending.progress} onCancel={sending.cancel} />
        </div>
      )}
      {sending.faults.length > 0 && (
        <Alert
          type="error"
          showIcon
          closable
          className="jm-refusals"
          onClose={sending.forget}
          title={t('jmeterPlan.file.refused', { count: sending.faults.length })}
          description={
            <ul>
              {sending.faults.map(fault => (
                <li key={fault.key}>
                  <b>{fault.file}</b> {fault.reason}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  )
}
