/** Where the format of an access log is given that no reader recognises. */
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import type { RecordingImport } from './use-recording.ts'

const example = '$remote_addr [$time_local] "$request" $status $body_bytes_sent'

export function LogFormat({ reading: { file, readAgain } }: { readonly reading: RecordingImport }) {
  const t = useT()
  const id = useId()
  const [format, setFormat] = useState('')
  const isLog = file.state === 'read' && file.recording.format === 'accessLog'
  const isEmpty = isLog && file.recording.exchanges.length === 0
  if (file.state !== 'unknownFormat' && !isEmpty) return null
  return (
    <form
      className="cd-recording-format"
      onSubmit={event => {
        event.preventDefault()
        if (format.trim() !== '') readAgain({ logFormat: format })
      }}
    >
      <label htmlFor={id}>{t('component.recording.logFormat')}</label>
      <Input.TextArea
        id={id}
        className="cd-code-text"
        rows={3}
        maxLength={4_000}
        placeholder={example}
        value={format}
        onChange={event => setFormat(event.target.value)}
      />
      <p className="cd-help">{t('component.recording.logFormatHelp')}</p>
      <Button htmlType="submit" disabled={format.trim() === ''}>
        {t('component.recording.readAgain')}
      </Button>
    </form>
  )
}
