/** Importing accounts in three steps: template, upload, result per row. */
import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Steps, Table, Typography, Upload } from 'antd'
import { useRef, useState } from 'react'
import { api, download } from '../../lib/api.ts'
import { errorMessage, isAborted, showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { discardUpload } from '../../lib/upload/piece-upload.ts'
import { notBegun, type UploadProgress as Sending } from '../../lib/upload/upload-progress.ts'
import { useRowPages } from '../../ui/data-table/use-row-pages.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { UploadProgress } from '../../ui/upload-progress.tsx'
import './import-dialog.css'

const steps = ['template', 'upload', 'result'] as const
type ImportResult = OutputOf<Calls['user']['import']>

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const [step, setStep] = useState<'template' | 'upload' | 'result'>('template')
  const { upload, sending, fault, result, stop, discard } = useImport(() => setStep('result'))
  return (
    <Modal
      open
      title={t('users.importTitle')}
      width={680}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => {
        stop()
        onClose()
      }}
    >
      <Steps
        size="small"
        current={steps.indexOf(step)}
        className="import-steps"
        items={[
          { title: t('users.importStep1') },
          { title: t('users.importStep2') },
          { title: t('users.importStep3') },
        ]}
      />
      {step === 'template' && <TemplateStep onNext={() => setStep('upload')} />}
      {step === 'upload' && (
        <>
          {sending === null ? (
            <DropField onFile={file => void upload(file)} />
          ) : (
            <div className="import-progress">
              <UploadProgress progress={sending} finishing={t('users.importing')} onCancel={discard} />
            </div>
          )}
          {fault && (
            <p role="alert" className="import-fault">
              {fault}
            </p>
          )}
          <div className="form-actions">
            <Button onClick={() => setStep('template')} disabled={sending !== null}>
              {t('action.previous')}
            </Button>
          </div>
        </>
      )}
      {step === 'result' && result && (
        <ImportOutcome result={result} onAgain={() => setStep('upload')} onClose={onClose} />
      )}
    </Modal>
  )
}

/** Uploads a workbook; `stop` keeps the received part so that the upload can be resumed, `discard` deletes it. */
function useImport(onDone: () => void) {
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const abort = useRef<AbortController>(undefined)
  const upload = async (file: File) => {
    setFault(null)
    setSending(notBegun(file))
    abort.current = new AbortController()
    try {
      setResult(await api.user.import({}, { file, onProgress: setSending, signal: abort.current.signal }))
      onDone()
      await client.invalidateQueries({ queryKey: ['users'] })
    } catch (error) {
      if (!isAborted(error)) setFault(errorMessage(error))
    } finally {
      setSending(null)
    }
  }
  return {
    upload,
    sending,
    fault,
    result,
    stop: () => abort.current?.abort(),
    discard: () => abort.current?.abort(discardUpload),
  }
}

function TemplateStep({ onNext }: { readonly onNext: () => void }) {
  const t = useT()
  return (
    <>
      <p>{t('users.importTemplateText')}</p>
      <div className="form-actions">
        <Button
          icon={<DownloadOutlined />}
          onClick={() => void download.user.importTemplate().catch(showError)}
        >
          {t('users.importDownload')}
        </Button>
        <Button type="primary" onClick={onNext}>
          {t('users.importHave')}
        </Button>
      </div>
    </>
  )
}

function DropField({ onFile }: { readonly onFile: (file: File) => void }) {
  const t = useT()
  return (
    <Upload.Dragger
      accept=".xlsx"
      maxCount={1}
      showUploadList={false}
      beforeUpload={file => {
        onFile(file)
        return false
      }}
    >
      <p className="import-icon">
        <FileExcelOutlined />
      </p>
      <p>{t('users.importDrop')}</p>
      <p className="faint">{t('users.importLimit')}</p>
    </Upload.Dragger>
  )
}

function ImportOutcome(props: {
  readonly result: ImportResult
  readonly onAgain: () => void
  readonly onClose: () => void
}) {
  const t = useT()
  const { result } = props
  const [isOnlyRefused, setOnlyRefused] = useState(result.refused > 0)
  const shown = isOnlyRefused ? result.rows.filter(row => !row.created) : result.rows
  const pages = useRowPages(shown.length, 10)
  return (
    <>
      <div className="import-summary">
        <StatusTag tone="passed">{t('users.importCreated', { count: result.created })}</StatusTag>
        {result.refused > 0 && (
          <StatusTag tone="failed">{t('users.importRefused', { count: result.refused })}</StatusTag>
        )}
        {result.refused > 0 && (
          <Checkbox checked={isOnlyRefused} onChange={event => setOnlyRefused(event.target.checked)}>
            {t('users.importOnlyRefused')}
          </Checkbox>
        )}
      </div>
      {result.created > 0 && (
        <p>
          {t('users.defaultPassword')}{' '}
          <Typography.Text code copyable>
            {result.defaultPassword}
          </Typography.Text>{' '}
          <span className="secondary">{t('users.tellUser')}</span>
        </p>
      )}
      <Table
        size="small"
        rowKey="row"
        dataSource={shown}
        pagination={pages}
        columns={[
          { key: 'row', title: t('users.importRow'), dataIndex: 'row', width: 70, align: 'right' },
          { key: 'account', title: t('user.account'), dataIndex: 'account', width: 180 },
          {
            key: 'result',
            title: t('users.importResult'),
            render: (_, row) => (
              <StatusTag tone={row.created ? 'passed' : 'failed'}>
                {row.created ? t('users.importOk') : row.problem}
              </StatusTag>
            ),
          },
        ]}
      />
      <div className="form-actions">
        <Button onClick={props.onAgain}>{t('users.importAgain')}</Button>
        <Button type="primary" onClick={props.onClose}>
          {t('action.close')}
        </Button>
      </div>
    </>
  )
}
