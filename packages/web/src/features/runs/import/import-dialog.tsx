/** Takes results of JMeter that were measured elsewhere in as an execution record: choose the file, name the record, follow the work, see what was left out. */
import { FileSearchOutlined } from '@ant-design/icons'
import { runCalls } from '@pone/contract/calls/run.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { maxNameLength, maxResultsBytes } from '@pone/schema/limits.ts'
import { Alert, Button, Checkbox, Form, Input, Modal, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage, isAborted } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { discardUpload } from '../../../lib/upload/piece-upload.ts'
import { notBegun, type UploadProgress as Sending } from '../../../lib/upload/upload-progress.ts'
import '../../../ui/form/form.css'
import { UploadProgress } from '../../../ui/upload-progress.tsx'
import { type DateOrder, DateOrderField } from './date-order-field.tsx'
import { useImportResults } from './import-queries.ts'
import { ImportStatus } from './import-status.tsx'
import './import-dialog.css'

const { extensions } = runCalls.importJtl.upload
const nameOf = (file: File): string =>
  file.name.replace(/(\.(jtl|csv|xml|txt|log|gz|zip))+$/i, '').slice(0, maxNameLength)

/** With `runId` it shows an import that was begun before. */
export function ImportDialog({
  runId = null,
  onClose,
}: {
  readonly runId?: string | null
  readonly onClose: () => void
}) {
  const t = useT()
  const importResults = useImportResults()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null)
  const [countsSubSamples, setCountsSubSamples] = useState(false)
  const [sending, setSending] = useState<Sending | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const [followed, setFollowed] = useState(runId)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const isAmbiguous = fault instanceof ApiError && fault.code === 'ResultsDatesAmbiguous'
  const isTooLarge = file !== null && file.size > maxResultsBytes
  const choose = (chosen: File) => {
    setFile(chosen)
    setName(nameOf(chosen))
    setFault(null)
  }
  const send = async (chosen: File) => {
    setFault(null)
    setSending(notBegun(chosen))
    const controller = new AbortController()
    abort.current = controller
    try {
      const choices = { name: name.trim(), dateOrder, countsSubSamples }
      const { id } = await importResults.mutateAsync({
        ...choices,
        // Dates without a zone are taken for those of the person who has the file.
        utcOffsetMinutes: -new Date(chosen.lastModified).getTimezoneOffset(),
        file: chosen,
        signal: controller.signal,
        onProgress: setSending,
      })
      setFollowed(id)
    } catch (error) {
      if (!isAborted(error)) setFault(error)
    } finally {
      setSending(null)
    }
  }

  return (
    <Modal
      open
      title={t('run.import.title')}
      className="import-dialog"
      footer={null}
      width={600}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {followed !== null ? (
        <ImportStatus id={followed} onClose={onClose} />
      ) : sending !== null ? (
        <UploadProgress
          progress={sending}
          onCancel={() => abort.current?.abort(discardUpload)}
          finishing={t('run.import.looking')}
        />
      ) : (
        <Form
          layout="vertical"
          requiredMark={false}
          onFinish={() => file !== null && name.trim() !== '' && !isTooLarge && void send(file)}
        >
          <Upload.Dragger
            accept={extensions.join(',')}
            showUploadList={false}
            beforeUpload={chosen => {
              choose(chosen)
              return false
            }}
          >
            <p className="import-icon">
              <FileSearchOutlined />
            </p>
            {file === null ? (
              <p>{t('run.import.drop')}</p>
            ) : (
              <p>
                <strong>{file.name}</strong> · {formatBytes(file.size)}
              </p>
            )}
            <p className="faint">{t('run.import.limit', { limit: formatBytes(maxResultsBytes) })}</p>
          </Upload.Dragger>
          {file !== null && (
            <div className="import-fields">
              <Form.Item label={t('run.import.name')} htmlFor="import-name">
                <Input
                  id="import-name"
                  value={name}
                  maxLength={maxNameLength}
                  onChange={event => setName(event.target.value)}
                />
              </Form.Item>
              {(isAmbiguous || dateOrder !== null) && (
                <DateOrderField value={dateOrder} onChange={setDateOrder} />
              )}
              {/\.csv(\.gz)?$/i.test(file.name) || (
                <Checkbox
                  checked={countsSubSamples}
                  onChange={event => setCountsSubSamples(event.target.checked)}
                >
                  {t('run.import.subSamples')}
                </Checkbox>
              )}
            </div>
          )}
          {fault !== null && <Alert type="error" showIcon title={errorMessage(fault)} />}
          {isTooLarge && <Alert type="error" showIcon title={t('run.import.tooLarge')} />}
          <div className="form-actions">
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button
              type="primary"
              htmlType="submit"
              disabled={
                file === null || name.trim() === '' || isTooLarge || (isAmbiguous && dateOrder === null)
              }
            >
              {t('run.import.confirm')}
            </Button>
          </div>
        </Form>
      )}
    </Modal>
  )
}
