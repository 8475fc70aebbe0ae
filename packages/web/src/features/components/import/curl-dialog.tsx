/** The dialog that parses cURL commands and shows the resulting requests before they are added. */
import { Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { parseCurlCommands } from '../model/curl-import.ts'
import type { StepCommands } from '../tree/step-commands.ts'

interface CurlDialogProps {
  readonly commands: StepCommands
  readonly onClose: () => void
}

export function CurlDialog({ commands, onClose }: CurlDialogProps) {
  const t = useT()
  const [text, setText] = useState('')
  const { requests, unreadable } = parseCurlCommands(text)
  return (
    <FormDialog
      width={680}
      title={t('component.curl.title')}
      okText={
        requests.length > 1
          ? t('component.curl.addAll', { requests: requests.length })
          : t('component.curl.add')
      }
      okButtonProps={{ disabled: requests.length === 0 }}
      isChanged={text.trim() !== ''}
      onClose={onClose}
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
      {requests.length > 0 && (
        <div className="cd-curl-previews" role="status">
          {requests.map((request, at) => (
            // The requests have no identity but their place in the text.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={at} className="cd-curl-preview">
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
          ))}
        </div>
      )}
      {text.trim() !== '' && (requests.length === 0 || unreadable > 0) && (
        <p className="cd-problem-line" role="status">
          {requests.length === 0
            ? t('component.curl.unreadable')
            : t('component.curl.someUnreadable', {
                read: requests.length,
                all: requests.length + unreadable,
              })}
        </p>
      )}
    </FormDialog>
  )
}
