/** The text of a channel's notices in its language, with its placeholders and a preview. */
import { placeholders } from '@pone/alerts/placeholders.ts'
import { noticeKinds } from '@pone/alerts/state.ts'
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { errorMessage } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { type ChannelForm, templateOf } from './channel-form-model.ts'

export function TemplateFields({ form }: { readonly form: ChannelForm }) {
  const t = useT()
  const isChinese = form.language === 'zh'
  return (
    <>
      <p className="secondary">{t('alert.templateHelp')}</p>
      <Field
        key={`title ${form.language}`}
        name={isChinese ? 'titleZh' : 'titleEn'}
        label={t('alert.templateTitle')}
        help={t('alert.templateTitleHelp')}
      >
        <Input autoComplete="off" placeholder={t('alert.templateUsual')} />
      </Field>
      <Field
        key={`text ${form.language}`}
        name={isChinese ? 'textZh' : 'textEn'}
        label={t('alert.templateText')}
        help={
          <>
            {t('alert.placeholders')}{' '}
            <span className="code">{placeholders.map(name => `{${name}}`).join(' ')}</span>
          </>
        }
      >
        <Input.TextArea rows={4} autoComplete="off" placeholder={t('alert.templateUsual')} />
      </Field>
      <Preview form={form} />
    </>
  )
}

type Previewed = OutputOf<Calls['alert']['previewNotice']>

function Preview({ form }: { readonly form: ChannelForm }) {
  const t = useT()
  const projectId = useProjectId()
  const [notice, setNotice] = useState<(typeof noticeKinds)[number]>('triggered')
  const [shown, setShown] = useState<Previewed | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const preview = async () => {
    setBusy(true)
    try {
      const { kind, language } = form
      const template = templateOf(form, language)
      setShown(await api.alert.previewNotice({ projectId, kind, language, notice, template }))
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
        <Select
          aria-label={t('alert.notice')}
          value={notice}
          options={noticeKinds.map(value => ({ value, label: t(`alert.noticeKind.${value}`) }))}
          onChange={setNotice}
        />
        <Button loading={isBusy} onClick={() => void preview()}>
          {t('alert.preview')}
        </Button>
      </div>
      <div role="status">
        {error !== null && <Alert type="error" showIcon title={errorMessage(error)} />}
        {error === null && shown !== null && (
          <>
            <b>{shown.title}</b>
            <pre>{shown.text}</pre>
          </>
        )}
      </div>
    </div>
  )
}
