/** The sign-in form of users and of administrators. */
import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Session } from '@pone/contract/entities/user.ts'
import { Checkbox, Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query.ts'
import { session } from '../../lib/session/session.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { CaptchaField, useCaptcha } from './captcha-field.tsx'
import { keepDevice, knownDevice } from './known-device.ts'
import { useCountdown } from './use-countdown.ts'

/** Takes a fresh session as the one of this tab. */
function startSession(answer: Session, isRemembered: boolean): void {
  session.clear()
  queryClient.clear()
  session.set({
    token: answer.token,
    isRemembered,
    userLevel: answer.isAdministrator ? 'administrator' : 'user',
    userId: answer.userId,
    account: answer.account,
    userName: answer.realName,
    mobilePhone: answer.phone,
    email: answer.email,
    organisation: answer.organisation,
    isAdministrator: answer.isAdministrator,
    mustChangePassword: answer.mustChangePassword,
    cloudMode: answer.cloudMode,
  })
}

const schema = calls.auth.login.input.omit({ isAdministrator: true, captchaId: true, deviceToken: true })
const faultFields: Readonly<Record<string, string>> = {
  CaptchaWrong: 'captchaCode',
  LoginFailed: 'password',
  SignInDelayed: 'password',
  AccountWaiting: 'account',
}
const lastAccountKey = 'pone.lastAccount'

export function LoginForm({ isAdministrator }: { readonly isAdministrator: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const wait = useCountdown()
  const [form] = Form.useForm()
  const lastAccount = localStorage.getItem(lastAccountKey) ?? ''
  return (
    <ContractForm
      form={form}
      schema={schema}
      guardsUnsaved={false}
      initialValues={{ account: isAdministrator ? '' : lastAccount }}
      fieldOfError={error => faultFields[error.code] ?? null}
      onSubmit={async value => {
        try {
          const deviceToken = knownDevice(value.account)
          const answer = await api.auth.login({
            ...value,
            isAdministrator,
            deviceToken,
            captchaId: captcha.captchaId,
          })
          keepDevice(answer.account, answer.deviceToken)
          if (value.rememberMe) localStorage.setItem(lastAccountKey, answer.account)
          else localStorage.removeItem(lastAccountKey)
          startSession(answer, value.rememberMe)
          void navigate('/')
        } catch (error) {
          // A code is good for one attempt.
          form.setFieldValue('captchaCode', '')
          if (error instanceof ApiError) {
            captcha.refresh()
            if (error.code === 'SignInDelayed') wait.start(Number(error.params['seconds']))
          }
          throw error
        }
      }}
    >
      <Field name="account" label={t('user.account')}>
        <Input
          size="large"
          prefix={<UserOutlined className="faint" />}
          autoComplete="username"
          autoFocus={lastAccount === '' || isAdministrator}
        />
      </Field>
      <Field name="password" label={t('signIn.password')}>
        <Input.Password
          size="large"
          prefix={<LockOutlined className="faint" />}
          autoComplete="current-password"
          autoFocus={lastAccount !== '' && !isAdministrator}
        />
      </Field>
      <CaptchaField captcha={captcha} />
      <Field name="rememberMe" valueProp="checked">
        <Checkbox>{t('signIn.remember')}</Checkbox>
      </Field>
      <SubmitButton size="large" block disabled={wait.seconds > 0}>
        {wait.seconds > 0 ? t('signIn.wait', { seconds: wait.seconds }) : t('signIn.title')}
      </SubmitButton>
    </ContractForm>
  )
}
