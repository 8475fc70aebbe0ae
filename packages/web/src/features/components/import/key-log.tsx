/** Where the secrets of encrypted conversations of a packet capture are given. */
import { isKeyLog, maxKeyLogBytes } from '@pone/recording/pcap/tls/key-log.ts'
import { Alert, Button, Upload } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import type { RecordingImport } from './use-recording.ts'

export function KeyLog({ reading: { file, readAgain } }: { readonly reading: RecordingImport }) {
  const t = useT()
  const [unusable, setUnusable] = useState('')
  const isEncrypted =
    file.state === 'read' &&
    file.recording.left.some(({ code }) => code === 'encrypted' || code === 'secretMissing')
  if (!isEncrypted) return null
  const take = async (chosen: File) => {
    const text = chosen.size > maxKeyLogBytes ? '' : await chosen.text()
    if (isKeyLog(text)) readAgain({ keyLog: text })
    else setUnusable(chosen.name)
  }
  return (
    <div className="cd-recording-format">
      <p className="cd-help">{t('component.recording.keyLogHelp')}</p>
      <Upload
        accept=".log,.txt,.keys,.keylog"
        showUploadList={false}
        beforeUpload={chosen => {
          void take(chosen)
          return false
        }}
      >
        <Button>{t('component.recording.keyLog')}</Button>
      </Upload>
      {unusable !== '' && (
        <Alert
          type="error"
          showIcon
          className="cd-upload-fault"
          title={t('component.recording.noKeyLog', { name: unusable })}
        />
      )}
    </div>
  )
}
