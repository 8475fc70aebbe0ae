/** Creating or editing a notification channel: its kind and settings, of which secrets are never shown, and its text. */
import type { AlertChannel } from '@pone/contract/entities/alert-channel.ts'
import { alertChannelKinds, runNoticeKinds } from '@pone/contract/entities/alert-channel.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, Radio, Select, Switch } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import type { ApiError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { ContractForm } from '../../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../../ui/form/field.tsx'
import { FormDrawer } from '../../../../ui/form/form-layer.tsx'
import { alertsKey } from '../../shared/monitor-queries.ts'
import {
  type ChannelForm,
  channelFormSchema,
  formOfChannel,
  parseSettings,
  runTemplateOf,
  templateOf,
} from './channel-form-model.ts'
import { MailFields } from './mail-fields.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { RequestFields } from './request-fields.tsx'
import { RunTemplateFields, TemplateFields } from './template-fields.tsx'

const errorFields: Readonly<Record<string, string>> = {
  NameExists: 'name',
  AlertPasswordNeeded: 'password',
  AlertRecipientsMissing: 'recipients',
}
const fieldOfError = ({ code }: ApiError) => errorFields[code] ?? null

export function ChannelDrawer(props: {
  /** null: a new one. */
  readonly channel: AlertChannel | null
  readonly onClose: () => void
}) {
  const { channel, onClose } = props
  const t = useT()
  const language = useSession('language')
  const [form] = Form.useForm<Record<string, unknown>>()
  const [initial] = useState(() => formOfChannel(channel, language))
  const [values, setValues] = useState<ChannelForm>(initial)
  // Addresses hold their token, so that they are not sent back: either all is entered anew, or all is kept.
  const [setsAnew, setSetsAnew] = useState(channel === null || channel.kind === 'mail')
  const save = useChannelSave(channel, setsAnew, onClose)
  const keepsPassword = channel?.mail?.hasPassword === true
  return (
    <FormDrawer
      title={channel ? t('alert.editChannel') : t('alert.newChannel')}
      size={680}
      mask={{ closable: false }}
      onClose={onClose}
    >
      <ContractForm
        schema={channelFormSchema}
        form={form}
        initialValues={initial}
        check={value => {
          const parsed = parseSettings(value, keepsPassword)
          if (!setsAnew || parsed.success) return {}
          return Object.fromEntries(
            parsed.error.issues.map(issue => [String(issue.path[0]), issueText(issue, language)]),
          )
        }}
        fieldOfError={fieldOfError}
        onValuesChange={all => setValues(old => ({ ...old, ...(all as Partial<ChannelForm>) }))}
        onSubmit={save}
      >
        <IdentityFields isNew={channel === null} />
        <h2 className="form-section">{t('alert.settings')}</h2>
        {setsAnew ? (
          values.kind === 'mail' ? (
            <MailFields keepsPassword={keepsPassword} />
          ) : (
            <RequestFields kind={values.kind} />
          )
        ) : (
          <p className="form-row">
            {t('alert.settingsKept', { host: channel?.host ?? '' })}
            <Button onClick={() => setSetsAnew(true)}>{t('alert.setAnew')}</Button>
          </p>
        )}
        <h2 className="form-section">{t('alert.template')}</h2>
        <p className="secondary">{t('alert.templateHelp')}</p>
        <TemplateFields language={values.language} />
        <h2 className="form-section">{t('alert.runNotices')}</h2>
        <Field name="runNotices" label={t('alert.alsoToldOf')} help={t('alert.runNoticesHelp')}>
          <Checkbox.Group
            options={runNoticeKinds.map(value => ({ value, label: t(`alert.runNotice.${value}`) }))}
          />
        </Field>
        {values.runNotices.length > 0 && <RunTemplateFields language={values.language} />}
        <h2 className="form-section">{t('alert.preview')}</h2>
        <NoticePreview form={values} />
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDrawer>
  )
}

function IdentityFields({ isNew }: { readonly isNew: boolean }) {
  const t = useT()
  return (
    <div className="form-grid">
      <Field name="name" label={t('alert.name')} help={t('alert.nameHelp')}>
        <Input autoComplete="off" autoFocus maxLength={64} />
      </Field>
      <Field name="kind" label={t('alert.channelKind')} help={t('alert.channelKindHelp')}>
        <Select
          disabled={!isNew}
          options={alertChannelKinds.map(value => ({ value, label: t(`alert.kind.${value}`) }))}
        />
      </Field>
      <Field name="language" label={t('alert.channelLanguage')} help={t('alert.channelLanguageHelp')}>
        <Radio.Group
          optionType="button"
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
        />
      </Field>
      <Field
        name="isEnabled"
        label={t('alert.isEnabled')}
        help={t('alert.channelEnabledHelp')}
        valueProp="checked"
      >
        <Switch />
      </Field>
    </div>
  )
}

/** `setsAnew`: whether the settings are replaced. */
function useChannelSave(channel: AlertChannel | null, setsAnew: boolean, onDone: () => void) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  return async (form: ChannelForm): Promise<void> => {
    const { name, language, isEnabled, runNotices } = form
    const parsed = parseSettings(form, channel?.mail?.hasPassword === true)
    await api.alert.saveChannel({
      projectId,
      id: channel?.id ?? null,
      name,
      language,
      isEnabled,
      settings: setsAnew && parsed.success ? parsed.data : null,
      templates: { zh: templateOf(form, 'zh'), en: templateOf(form, 'en') },
      runTemplates: { zh: runTemplateOf(form, 'zh'), en: runTemplateOf(form, 'en') },
      runNotices,
    })
    notify({ kind: 'success', text: t(channel ? 'notice.saved' : 'notice.created') })
    onDone()
    await cache.invalidateQueries({ queryKey: alertsKey })
  }
}
