/** The dialog that parses cURL commands and shows the resulting requests before they are added. */
import { Input } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { MeasuredLines } from '../../../ui/virtual-rows/measured-lines.tsx'
import { parseCurlCommands } from '../model/curl-import.ts'
import type { StepCommands } from '../tree/step-commands.ts'

interface CurlDialogProps {
  readonly commands: StepCommands
  readonly onClose: () => void
}

export function CurlDialog({ commands, onClose }: CurlDialogProps) {
  const t = useT()
  const [text, setText] = useState('')
  // Hundreds of commands take longer to parse than a key stroke may.
  const parsedText = useDeferredValue(text)
  const { requests, unreadable } = useMemo(() => parseCurlCommands(parsedText), [parsedText])
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
      {requests.length > 0 && <Previews requests={requests} />}
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

/** Height of a preview that is not wrapped, CSS pixels; `.cd-curl-preview` draws it. */
const previewPx = 34

function Previews({ requests }: { readonly requests: ReturnType<typeof parseCurlCommands>['requests'] }) {
  const t = useT()
  const texts = useMemo(
    () =>
      requests.map(({ method, url, headers, query, body }) =>
        [method, url, headers.length, query.length, body.kind].join(' '),
      ),
    [requests],
  )
  const previewAt = (index: number) => {
    const request = requests[index]
    return (
      request && (
        <p data-index={index} className="cd-curl-preview">
          <b className={`cd-method is-${request.method}`}>{request.method}</b>{' '}
          <span className="cd-mono">{request.url}</span>
          <span className="cd-help">
            {t('component.curl.found', {
              headers: t('component.curl.headers', { count: request.headers.length }),
              query: t('component.curl.query', { count: request.query.length }),
              body: t(`component.body.${request.body.kind}`),
            })}
          </span>
        </p>
      )
    )
  }
  return (
    <MeasuredLines
      texts={texts}
      estimatePx={previewPx}
      line={previewAt}
      className="cd-curl-previews"
      role="group"
      aria-label={t('component.curl.previews')}
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    />
  )
}
