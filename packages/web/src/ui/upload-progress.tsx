/** The progress of an upload: the share that was sent, speed, remaining time, and whether it waits for the connection. */
import { formatBytes, formatDuration } from '@pone/metrics/figures.ts'
import { Button, Progress } from 'antd'
import { useT } from '../lib/i18n.ts'
import { msLeft, type UploadProgress as State, sent01 } from '../lib/upload/upload-progress.ts'
import './upload-progress.css'

/** `finishing` describes what the server does with the file after the upload; a general text if left out. */
export function UploadProgress(props: {
  readonly progress: State
  readonly onCancel: () => void
  readonly finishing?: string
}) {
  const t = useT()
  const { progress, onCancel, finishing } = props
  const { state, fileName, sentBytes, totalBytes, bytesPerSecond } = progress
  const left = msLeft(progress)
  return (
    <div className="upload-progress">
      <div className="upload-progress-head">
        <span className="upload-progress-name" title={fileName}>
          {fileName}
        </span>
        {/* Processing that the server has started cannot be cancelled. */}
        <Button size="small" onClick={onCancel} disabled={state === 'finishing'}>
          {t('upload.cancel')}
        </Button>
      </div>
      <Progress
        percent={Math.floor(sent01(progress) * 100)}
        status={state === 'waiting' ? 'normal' : 'active'}
        aria-label={fileName}
      />
      <div className="upload-progress-facts">
        <span>
          {t('upload.sent', { sent: formatBytes(sentBytes), total: formatBytes(totalBytes) })}
          {state === 'sending' && bytesPerSecond !== null && ` · ${formatBytes(bytesPerSecond)}/s`}
        </span>
        <span role="status" className={`upload-progress-${state}`}>
          {state === 'waiting' && t('upload.waiting')}
          {state === 'finishing' && (finishing ?? t('upload.finishing'))}
          {left !== null &&
            t('upload.left', { time: formatDuration(Math.max(1, Math.round(left / 1_000)) * 1_000) })}
        </span>
      </div>
    </div>
  )
}
