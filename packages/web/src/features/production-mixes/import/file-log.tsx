/** An access log that the user has: counted in the browser. */
import { InboxOutlined } from '@ant-design/icons'
import { maxLogBytes, maxLogFormatLength } from '@pone/contract/entities/log-count.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { maxMixValues } from '@pone/plan/production-mix/production-mix.ts'
import { Alert, Button, Input, Upload } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { CountProgress } from './count-progress.tsx'
import type { StartMix } from './read-mix.ts'
import { SaveForm } from './save-form.tsx'
import { type LogFile, useMixReading } from './use-mix-reading.ts'

/** Of a log format. */
export const formatExample = '$remote_addr [$time_local] "$request" $status $body_bytes_sent'

interface FileLogProps {
  readonly start: StartMix
  readonly onClose: () => void
}

export function FileLog({ start, onClose }: FileLogProps) {
  const t = useT()
  const id = useId()
  const [logFormat, setLogFormat] = useState('')
  const { file, take, cancel } = useMixReading(start)
  if (file.state === 'reading') return <CountProgress {...file} onCancel={cancel} />
  return (
    <>
      <FileChoice file={file} onFile={chosen => take(chosen, logFormat)} />
      <div className="mix-format">
        <label htmlFor={id}>{t('mix.logFormat')}</label>
        <Input.TextArea
          id={id}
          rows={2}
          maxLength={maxLogFormatLength}
          placeholder={formatExample}
          value={logFormat}
          onChange={event => setLogFormat(event.target.value)}
        />
        <p className="secondary">{t('mix.logFormatHelp')}</p>
      </div>
      {file.state === 'read' ? (
        <SaveForm key={file.name} name={file.name} document={file.document} onClose={onClose} />
      ) : (
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
        </div>
      )}
    </>
  )
}

function FileChoice({ file, onFile }: { readonly file: LogFile; readonly onFile: (file: File) => void }) {
  const t = useT()
  const fault = useFault(file)
  return (
    <>
      <Upload.Dragger
        accept=".log,.txt,.json"
        showUploadList={false}
        beforeUpload={chosen => {
          onFile(chosen)
          return false
        }}
      >
        {file.state === 'read' ? (
          <p>{t('mix.another', { name: file.name })}</p>
        ) : (
          <>
            <p className="mix-icon">
              <InboxOutlined />
            </p>
            <p>{t('mix.drop')}</p>
            <p className="secondary">
              {t('mix.dropHelp', { limit: formatBytes(maxLogBytes), values: maxMixValues })}
            </p>
          </>
        )}
      </Upload.Dragger>
      {fault !== null && <Alert type="error" showIcon className="mix-fault" title={fault} />}
    </>
  )
}

/** Why there is no mix; null otherwise. */
function useFault(file: LogFile): string | null {
  const t = useT()
  switch (file.state) {
    case 'tooLarge':
      return t('mix.tooLarge', { name: file.name, limit: formatBytes(maxLogBytes) })
    case 'noLog':
      return t('mix.noLog', { name: file.name })
    case 'failed':
      return t('mix.failed', { name: file.name, reason: file.reason.replace(/[.。]+$/, '') })
    default:
      return null
  }
}
