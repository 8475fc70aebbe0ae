/** The files of a component: upload, list, which element uses which, and those that the plan names but nobody uploaded. */
import { CloudUploadOutlined, DeleteOutlined, DownloadOutlined, WarningFilled } from '@ant-design/icons'
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
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { UploadProgress } from '../../../ui/upload-progress.tsx'
import { useFileChanges } from '../jmeter-queries.ts'
import type { FileUse } from '../plan/file-use.ts'
import { usePlan } from '../plan/plan-context.ts'

interface FilesPaneProps {
  readonly id: string
  readonly error: Error | null
  readonly canEdit: boolean
  readonly onRetry: () => void
  /** Shows an element in the tree. */
  readonly onReveal: (key: string) => void
}

/** A row: a file that is there, or one that the plan names. */
interface FileRow {
  readonly name: string
  readonly file: JmeterFile | null
  readonly uses: readonly FileUse[]
}

export function FilesPane({ id, error, canEdit, onRetry, onReveal }: FilesPaneProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const confirm = useConfirm()
  const { uses, files } = usePlan()
  const { remove } = useFileChanges(id)
  const sending = useSending(id, files)
  if (error !== null) return <ErrorState error={error} onRetry={onRetry} />
  if (files === undefined) return <LoadingState rows={6} />
  const rows = rowsOf(files, uses)
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is dropped can be chosen by the button too
    <div className="jm-files" onDrop={drop}>
      <div className="jm-files-head">
        <p className="cd-hint">{t('jmeterPlan.file.hint')}</p>
        {rows.length > 0 && upload}
      </div>
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
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              title: t('jmeterPlan.file.name'),
              dataIndex: 'name',
              render: (name: string, row) =>
                row.file === null ? (
                  <span className="jm-file-missing">
                    <WarningFilled aria-hidden /> {name} <small>{t('jmeterPlan.file.missing')}</small>
                  </span>
                ) : (
                  name
                ),
            },
            {
              title: t('jmeterPlan.file.size'),
              key: 'size',
              align: 'right',
              render: (_, row) => (row.file === null ? '' : formatBytes(row.file.sizeBytes)),
            },
            {
              title: t('jmeterPlan.file.usedBy'),
              key: 'uses',
              render: (_, row) => <Uses uses={row.uses} onReveal={onReveal} />,
            },
            {
              title: t('jmeterPlan.file.uploaded'),
              key: 'uploaded',
              render: (_, row) =>
                row.file && (
                  <>
                    {row.file.uploadedBy} · <TimeText at={row.file.uploadedAt} />
                  </>
                ),
            },
            {
              key: 'actions',
              align: 'right',
              render: (_, row) =>
                row.file && (
                  <span className="cd-row-actions">
                    <Button
                      type="text"
                      icon={<DownloadOutlined />}
                      aria-label={t('jmeterPlan.file.downloadNamed', { name: row.name })}
                      title={t('jmeterPlan.file.download')}
                      onClick={() => {
                        const fileId = row.file?.id ?? ''
                        const input = { projectId, id, fileId }
                        void download.jmeterComponent.downloadFile(input).catch(showError)
                      }}
                    />
                    {canEdit && (
                      <Button
                        type="text"
                        icon={<DeleteOutlined />}
                        aria-label={t('catalogue.deleteNamed', { name: row.name })}
                        title={t('action.delete')}
                        onClick={() => row.file && askDelete(row, row.file)}
                      />
                    )}
                  </span>
                ),
            },
          ]}
        />
      )}
    </div>
  )
}

function rowsOf(files: readonly JmeterFile[], uses: readonly FileUse[]): FileRow[] {
  const known = new Set(files.map(file => file.name))
  const wanted = [...new Set(uses.map(use => use.name))].filter(name => !known.has(name))
  const usesOf = (name: string) => uses.filter(use => use.name === name)
  return [
    ...wanted.map(name => ({ name, file: null, uses: usesOf(name) })),
    ...files.map(file => ({ name: file.name, file, uses: usesOf(file.name) })),
  ]
}

const shownUses = 3

function Uses({
  uses,
  onReveal,
}: {
  readonly uses: readonly FileUse[]
  readonly onReveal: (key: string) => void
}) {
  const t = useT()
  if (uses.length === 0) return <span className="cd-help">{t('jmeterPlan.file.unused')}</span>
  return (
    <span className="jm-uses">
      {uses.slice(0, shownUses).map((use, index) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- an element may name a file twice
          key={`${use.key} ${index}`}
          type="button"
          className="cd-link"
          title={use.path}
          onClick={() => onReveal(use.key)}
        >
          {use.testname}
        </button>
      ))}
      {uses.length > shownUses && <span className="cd-help">+{uses.length - shownUses}</span>}
    </span>
  )
}

/** Uploads one file after another; what is refused is listed, and a name that is taken is asked about. */
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
