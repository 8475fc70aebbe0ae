/** The CAPTCHA field in a form of the component library. */
import { Input } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { Field } from '../../ui/form/field.tsx'
import { type Captcha, CaptchaPicture } from './captcha.tsx'

export function CaptchaField({ captcha }: { readonly captcha: Captcha }) {
  const t = useT()
  return (
    <Field name="captchaCode" label={t('signIn.code')}>
      <CaptchaControl captcha={captcha} />
    </Field>
  )
}

interface CaptchaControlProps {
  readonly captcha: Captcha
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly onBlur?: () => void
}

function CaptchaControl({ captcha, id, value, onChange, onBlur }: CaptchaControlProps) {
  return (
    <div className="captcha-row">
      <Input
        {...(id ? { id } : {})}
        size="large"
        autoComplete="off"
        spellCheck={false}
        value={value ?? ''}
        onChange={event => onChange?.(event.target.value)}
        onBlur={onBlur}
      />
      <CaptchaPicture captcha={captcha} onRefresh={() => onChange?.('')} />
    </div>
  )
}
