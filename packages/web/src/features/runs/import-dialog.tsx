/** Takes results of JMeter that were measured elsewhere in as an execution record: choose the file, name the record, see what was left out. */
import { FileSearchOutlined } from '@ant-design/icons'
import type { OutputOf } from '@pone/contract/call.ts'
import { type Calls, calls } from '@pone/contract/calls/registry.ts'
import { maxNameLength, maxResultsBytes } from '@pone/contract/limits.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { Alert, Button, Checkbox, Form, Input, Modal, Progress, Select, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, errorMessage, isAborted } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import '../../ui/form/form.css'
import { useImportResults } from './run-queries.ts'
import './import-dialog.css'

type Imported = OutputOf<Calls['run']['importJtl']>
type DateOrder = 'dayFirst' | 'monthFirst'

const { extensions } = calls.run.importJtl.upload
const nameOf = (file: File): string => file.name.replace(/\.[^.]+$/, '').slice(0, maxNameLength)

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const importResults = useImportResults()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null)
  const [countsSubSamples, setCountsSubSamples] = useState(false)
  const [sent01, setSent01] = useState<number | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const [imported, setImported] = useState<Imported | null>(null)
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
    setSent01(0)
    const controller = new AbortController()
    abort.current = controller
    try {
      const choices = { name: name.trim(), dateOrder, countsSubSamples }
      setImported(
        await importResults.mutateAsync({
          ...choices,
          // Dates without a zone are taken for those of the person who has the file.
          utcOffsetMinutes: -new Date(chosen.lastModified).getTimezoneOffset(),
          file: chosen,
          signal: controller.signal,
          onProgress: setSent01,
        }),
      )
    } catch (error) {
      if (!isAborted(error)) setFault(error)
    } finally {
      setSent01(null)
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
      {imported !== null ? (
        <Outcome imported={imported} onClose={onClose} />
      ) : sent01 !== null ? (
        <div className="import-sending" role="status">
          <span>{sent01 < 1 ? t('run.import.sending') : t('run.import.reading')}</span>
          <Progress percent={Math.floor(sent01 * 100)} status="active" />
          <Button onClick={() => abort.current?.abort()} disabled={sent01 === 1}>
            {t('action.cancel')}
          </Button>
        </div>
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
                <Form.Item label={t('run.import.dateOrder')} htmlFor="import-dates">
                  <Select<DateOrder>
                    id="import-dates"
                    value={dateOrder}
                    placeholder={t('run.import.dateOrderChoose')}
                    options={[
                      { value: 'dayFirst', label: t('run.import.dayFirst') },
                      { value: 'monthFirst', label: t('run.import.monthFirst') },
                    ]}
                    onChange={setDateOrder}
                  />
                </Form.Item>
              )}
              {file.name.toLowerCase().endsWith('.csv') || (
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

function Outcome({ imported, onClose }: { readonly imported: Imported; readonly onClose: () => void }) {
  const t = useT()
  const { run, rows, leftOut, skips, isCutOff } = imported
  const skipped = skips.reduce((sum, { count }) => sum + count, 0)
  const title = t('run.import.done', { name: run.scenarioName, number: run.number })
  return (
    <>
      <Alert
        type={skipped > 0 || isCutOff ? 'warning' : 'success'}
        showIcon
        title={title}
        description={
          <ul className="import-outcome">
            <li>
              {t('run.import.rows', { rows: formatNumber(rows), requests: formatNumber(run.requests) })}
            </li>
            {leftOut > 0 && <li>{t('run.import.leftOut', { rows: formatNumber(leftOut) })}</li>}
            {skips.map(({ reason, count, firstLines }) => (
              <li key={reason}>
                {t('run.import.skipped', {
                  rows: formatNumber(count),
                  reason: t(`run.import.skip.${reason}`),
                  lines: firstLines.join(', '),
                })}
              </li>
            ))}
            {isCutOff && <li>{t('run.import.cutOff')}</li>}
          </ul>
        }
      />
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.close')}</Button>
        <Link to={`/pone/atf/projects/analysisReports?id=${run.id}`}>
          <Button type="primary">{t('run.record.report')}</Button>
        </Link>
      </div>
    </>
  )
}
