/** Settings of a channel that sends mail. */
import { mailSecurities } from '@pone/contract/entities/alert-channel.ts'
import { Input, InputNumber, Radio, Select, Switch } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { Field } from '../../../../ui/form/field.tsx'

/** `keepsPassword`: whether one is stored, so that an empty field keeps it. */
export function MailFields({ keepsPassword }: { readonly keepsPassword: boolean }) {
  const t = useT()
  return (
    <div className="form-grid">
      <Field name="host" label={t('alert.mailHost')} help={t('alert.mailHostHelp')} isRequired>
        <Input autoComplete="off" spellCheck={false} placeholder="smtp.example.com" />
      </Field>
      <Field name="port" label={t('alert.mailPort')} help={t('alert.mailPortHelp')}>
        <InputNumber min={1} max={65_535} precision={0} changeOnWheel={false} style={{ width: '100%' }} />
      </Field>
      <Field
        name="security"
        label={t('alert.mailSecurity')}
        help={t('alert.mailSecurityHelp')}
        className="form-grid-wide"
      >
        <Radio.Group
          optionType="button"
          options={mailSecurities.map(value => ({ value, label: t(`alert.security.${value}`) }))}
        />
      </Field>
      <Field name="user" label={t('alert.mailUser')} help={t('alert.mailUserHelp')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="password" label={t('alert.mailPassword')} help={t('alert.mailPasswordHelp')}>
        <Input.Password
          autoComplete="new-password"
          {...(keepsPassword && { placeholder: t('monitor.secretKept') })}
        />
      </Field>
      <Field name="from" label={t('alert.mailFrom')} help={t('alert.mailFromHelp')} isRequired>
        <Input autoComplete="off" spellCheck={false} placeholder="alerts@example.com" />
      </Field>
      <Field name="recipients" label={t('alert.mailRecipients')} help={t('monitor.contactsHelp')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
      </Field>
      <Field
        name="tellsMonitorContacts"
        label={t('alert.mailContacts')}
        help={t('alert.mailContactsHelp')}
        valueProp="checked"
        className="form-grid-wide"
      >
        <Switch />
      </Field>
      <Field
        name="authority"
        label={t('alert.mailAuthority')}
        help={t('alert.mailAuthorityHelp')}
        className="form-grid-wide"
      >
        <Input.TextArea rows={3} className="code" autoComplete="off" spellCheck={false} />
      </Field>
    </div>
  )
}
