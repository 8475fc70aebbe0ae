/** The texts of a channel's notices in its language, of alerts and of load tests, each with its placeholders. */
import { placeholders, runPlaceholders } from '@pone/alerts/placeholders.ts'
import { Input } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { Field } from '../../../../ui/form/field.tsx'
import type { ChannelForm } from './channel-form-model.ts'

type TemplateField = Extract<keyof ChannelForm, `${string}Zh` | `${string}En`>

export function TemplateFields({ language }: Pick<ChannelForm, 'language'>) {
  const isChinese = language === 'zh'
  return (
    <Template
      key={language}
      title={isChinese ? 'titleZh' : 'titleEn'}
      text={isChinese ? 'textZh' : 'textEn'}
      names={placeholders}
    />
  )
}

export function RunTemplateFields({ language }: Pick<ChannelForm, 'language'>) {
  const isChinese = language === 'zh'
  return (
    <Template
      key={language}
      title={isChinese ? 'runTitleZh' : 'runTitleEn'}
      text={isChinese ? 'runTextZh' : 'runTextEn'}
      names={runPlaceholders}
    />
  )
}

function Template(props: {
  readonly title: TemplateField
  readonly text: TemplateField
  readonly names: readonly string[]
}) {
  const { title, text, names } = props
  const t = useT()
  return (
    <>
      <Field name={title} label={t('alert.templateTitle')} help={t('alert.templateTitleHelp')}>
        <Input autoComplete="off" placeholder={t('alert.templateUsual')} />
      </Field>
      <Field
        name={text}
        label={t('alert.templateText')}
        help={
          <>
            {t('alert.placeholders')} <span className="code">{names.map(name => `{${name}}`).join(' ')}</span>
          </>
        }
      >
        <Input.TextArea rows={4} autoComplete="off" placeholder={t('alert.templateUsual')} />
      </Field>
    </>
  )
}
