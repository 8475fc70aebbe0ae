/** The dialog that parses a cURL command and shows the resulting request before it is added. */
import { Input, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { parseCurl } from '../model/curl-import.ts'
import type { StepCommands } from '../tree/step-commands.ts'

interface CurlDialogProps {
  readonly commands: StepCommands
  readonly onClose: () => void
}

export function CurlDialog({ commands, onClose }: CurlDialogProps) {
  const t = useT()
  const [text, setText] = useState('')
  const request = parseCurl(text)
  return (
    <Modal
      open
      width={680}
      title={t('component.curl.title')}
      okText={t('component.curl.add')}
      okButtonProps={{ disabled: request === null }}
      onCancel={onClose}
      onOk={() => {
        if (commands.pasteText(text)) onClose()
      }}
    >
      <p className="cd-help">{t('component.curl.help')}</p>
      <Input.TextArea
        autoFocus
        value={text}
        className="cd-mono"
        aria-label={t('component.curl.title')}
        placeholder="curl 'https://…' -H 'Accept: application/json'"
        autoSize={{ minRows: 7, maxRows: 16 }}
        onChange={event => setText(event.target.value)}
      />
      {request && (
        <p className="cd-curl-preview" role="status">
          <b className={`cd-method is-${request.method}`}>{request.method}</b>{' '}
          <span className="cd-mono">{request.url}</span>
          <span className="cd-help">
            {t('component.curl.found', {
              headers: request.headers.length,
              query: request.query.length,
              body: t(`component.body.${request.body.kind}`),
            })}
          </span>
        </p>
      )}
      {text.trim() !== '' && !request && (
        <p className="cd-problem-line" role="status">
          {t('component.curl.unreadable')}
        </p>
      )}
    </Modal>
  )
}
