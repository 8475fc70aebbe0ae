/** Selects a JMeter results file, names the record and sets how the file is parsed. */
import { FileSearchOutlined } from '@ant-design/icons'
import { runCalls } from '@pone/contract/calls/run.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { maxNameLength, maxResultsBytes } from '@pone/schema/limits.ts'
import { Alert, Button, Checkbox, Form, Input, Upload } from 'antd'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { type DateOrder, DateOrderField } from './date-order-field.tsx'
import { hasSubSamples, recordName } from './results-file.ts'

const { extensions } = runCalls.importJtl.upload

export interface ChosenResults {
  readonly file: File
  readonly name: string
  /** null: detected from the file. */
  readonly dateOrder: DateOrder | null
  readonly countsSubSamples: boolean
}

export function ResultsForm(props: {
  /** null: no file selected yet. */
  readonly chosen: ChosenResults | null
  /** Why the file was refused before; null: it was not. */
  readonly fault: unknown
  readonly onChange: (chosen: ChosenResults) => void
  readonly onSend: (chosen: ChosenResults) => void
  readonly onClose: () => void
}) {
  const t = useT()
  const { chosen, fault, onChange, onSend, onClose } = props
  const isAmbiguous = fault instanceof ApiError && fault.code === 'ResultsDatesAmbiguous'
  const isTooLarge = chosen !== null && chosen.file.size > maxResultsBytes
  const isComplete =
    chosen !== null && chosen.name.trim() !== '' && !(isAmbiguous && chosen.dateOrder === null)
  const choose = (file: File) =>
    onChange({ dateOrder: null, countsSubSamples: false, ...chosen, file, name: recordName(file.name) })
  return (
    <Form layout="vertical" requiredMark={false} onFinish={() => chosen !== null && onSend(chosen)}>
      <Upload.Dragger
        accept={extensions.join(',')}
        showUploadList={false}
        beforeUpload={file => {
          choose(file)
          return false
        }}
      >
        <p className="import-icon">
          <FileSearchOutlined />
        </p>
        {chosen === null ? (
          <p>{t('run.import.drop')}</p>
        ) : (
          <p>
            <strong>{chosen.file.name}</strong> · {formatBytes(chosen.file.size)}
          </p>
        )}
        <p className="faint">{t('run.import.limit', { limit: formatBytes(maxResultsBytes) })}</p>
      </Upload.Dragger>
      {chosen !== null && <Fields chosen={chosen} asksOrder={isAmbiguous} onChange={onChange} />}
      {fault !== null && <Alert type="error" showIcon title={errorMessage(fault)} />}
      {isTooLarge && <Alert type="error" showIcon title={t('run.import.tooLarge')} />}
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" disabled={!isComplete || isTooLarge}>
          {t('run.import.confirm')}
        </Button>
      </div>
    </Form>
  )
}

function Fields({
  chosen,
  asksOrder,
  onChange,
}: {
  readonly chosen: ChosenResults
  /** The dates of the file are ambiguous. */
  readonly asksOrder: boolean
  readonly onChange: (chosen: ChosenResults) => void
}) {
  const t = useT()
  const { file, name, dateOrder, countsSubSamples } = chosen
  return (
    <div className="import-fields">
      <Form.Item label={t('run.import.name')} htmlFor="import-name">
        <Input
          id="import-name"
          value={name}
          maxLength={maxNameLength}
          onChange={event => onChange({ ...chosen, name: event.target.value })}
        />
      </Form.Item>
      {(asksOrder || dateOrder !== null) && (
        <DateOrderField value={dateOrder} onChange={order => onChange({ ...chosen, dateOrder: order })} />
      )}
      {hasSubSamples(file.name) && (
        <Checkbox
          checked={countsSubSamples}
          onChange={event => onChange({ ...chosen, countsSubSamples: event.target.checked })}
        >
          {t('run.import.subSamples')}
        </Checkbox>
      )}
    </div>
  )
}
