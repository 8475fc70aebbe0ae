/** How a notice of a channel looks with example values; of mail both parts, as they arrive. */
import { noticeKinds } from '@pone/alerts/state.ts'
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { runNoticeKinds } from '@pone/contract/entities/alert-channel.ts'
import { Alert, Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { errorMessage } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { type ChannelForm, runTemplateOf, templateOf } from './channel-form-model.ts'

type Previewed = OutputOf<Calls['alert']['previewNotice']>
type PreviewedKind = (typeof noticeKinds)[number] | (typeof runNoticeKinds)[number]

export function NoticePreview({ form }: { readonly form: ChannelForm }) {
  const t = useT()
  const projectId = useProjectId()
  const [notice, setNotice] = useState<PreviewedKind>('triggered')
  const [shown, setShown] = useState<Previewed | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const preview = async () => {
    setBusy(true)
    try {
      const { kind, language } = form
      const template = templateOf(form, language)
      const runTemplate = runTemplateOf(form, language)
      const asked = { projectId, kind, language, notice, template, runTemplate }
      setShown(await api.alert.previewNotice(asked))
      setError(null)
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="alert-preview">
      <div className="form-row">
        <Select<PreviewedKind>
          aria-label={t('alert.notice')}
          className="alert-preview-notice"
          value={notice}
          options={[
            {
              label: t('alert.previewAlerts'),
              options: noticeKinds.map(value => ({ value, label: t(`alert.noticeKind.${value}`) })),
            },
            {
              label: t('alert.runNotices'),
              options: runNoticeKinds.map(value => ({ value, label: t(`alert.runNotice.${value}`) })),
            },
          ]}
          onChange={setNotice}
        />
        <Button loading={isBusy} onClick={() => void preview()}>
          {t('alert.preview')}
        </Button>
      </div>
      <div role="status">
        {error !== null && <Alert type="error" showIcon title={errorMessage(error)} />}
        {error === null && shown !== null && <Shown previewed={shown} />}
      </div>
    </div>
  )
}

function Shown({ previewed: { title, text, html } }: { readonly previewed: Previewed }) {
  const t = useT()
  const [part, setPart] = useState<'html' | 'text'>('html')
  return (
    <>
      <b>{title}</b>
      {html !== null && (
        <Segmented
          size="small"
          aria-label={t('alert.mailPart')}
          value={part}
          options={(['html', 'text'] as const).map(value => ({ value, label: t(`alert.mailPart.${value}`) }))}
          onChange={setPart}
        />
      )}
      {html !== null && part === 'html' ? (
        // The frame is fully sandboxed: no scripts, no forms, no access to this page.
        <iframe title={t('alert.mailShown')} sandbox="" srcDoc={html} referrerPolicy="no-referrer" />
      ) : (
        <pre>{text}</pre>
      )}
    </>
  )
}
