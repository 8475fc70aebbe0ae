/** Settings of channels that are told by a request: robots, webhooks and SMS. */
import type { AlertChannelKind } from '@pone/contract/entities/alert-channel.ts'
import { Input, Radio, Select, Switch } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { secretOf } from './channel-form-model.ts'

export function RequestFields({ kind }: { readonly kind: Exclude<AlertChannelKind, 'mail'> }) {
  const t = useT()
  const secret = secretOf(kind)
  return (
    <div className="form-grid">
      <Field
        name="url"
        label={t('alert.url')}
        help={t(`alert.urlHelp.${kind}`)}
        isRequired
        className="form-grid-wide"
      >
        <Input autoComplete="off" spellCheck={false} placeholder="https://" />
      </Field>
      {secret !== 'none' && (
        <Field
          name="secret"
          label={t('alert.secret')}
          help={t(`alert.secretHelp.${kind as 'webhook'}`)}
          isRequired={secret === 'needed'}
          className="form-grid-wide"
        >
          <Input.Password autoComplete="new-password" />
        </Field>
      )}
      {kind === 'sms' && <SmsFields />}
    </div>
  )
}

function SmsFields() {
  const t = useT()
  return (
    <>
      <Field name="method" label={t('alert.smsMethod')} help={t('alert.smsMethodHelp')}>
        <Radio.Group
          optionType="button"
          options={(['POST', 'GET'] as const).map(value => ({ value, label: value }))}
        />
      </Field>
      <Field name="contentType" label={t('alert.smsType')} help={t('alert.smsTypeHelp')}>
        <Select
          options={['application/json', 'application/x-www-form-urlencoded'].map(value => ({
            value,
            label: value,
          }))}
        />
      </Field>
      <Field name="body" label={t('alert.smsBody')} help={t('alert.smsBodyHelp')} className="form-grid-wide">
        <Input.TextArea rows={3} className="code" autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="phones" label={t('alert.smsPhones')} help={t('monitor.contactsHelp')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
      </Field>
      <Field name="expected" label={t('alert.smsExpected')} help={t('alert.smsExpectedHelp')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        name="tellsMonitorContacts"
        label={t('alert.smsContacts')}
        help={t('alert.smsContactsHelp')}
        valueProp="checked"
      >
        <Switch />
      </Field>
    </>
  )
}
