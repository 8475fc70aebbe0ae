/** /pone/register: user information, tenant information, completion; going back loses nothing. */
import { CheckCircleFilled, HourglassOutlined } from '@ant-design/icons'
import { authCalls } from '@pone/contract/calls/auth.ts'
import { Button, Form, Input, Steps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { usePasswordRule } from '../../lib/installation/password-rule.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { EmptyState } from '../../ui/page/page-states.tsx'
import { AntdTheme } from '../../ui/theme/antd-theme.tsx'
import { useCaptcha } from './captcha.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useRegistration } from './use-registration.ts'

const whole = authCalls.register.input
const userSchema = whole.pick({
  account: true,
  realName: true,
  email: true,
  phone: true,
  password: true,
  confirmation: true,
})
const tenantSchema = whole.pick({ organisation: true, captchaCode: true })
type UserValues = z.output<typeof userSchema>

export function Page() {
  return (
    <AntdTheme>
      <Registration />
    </AntdTheme>
  )
}

function Registration() {
  const t = useT()
  const registration = useRegistration()
  const passwordRule = usePasswordRule()
  const captcha = useCaptcha()
  const [step, setStep] = useState(0)
  const [user, setUser] = useState<UserValues | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [userForm] = Form.useForm()
  const [tenantForm] = Form.useForm()

  if (registration === 'closed') {
    return (
      <SignInFrame>
        <EmptyState
          title={t('register.closed')}
          text={t('register.closedText')}
          action={<Link to={paths.login}>{t('signIn.toUser')}</Link>}
        />
      </SignInFrame>
    )
  }

  const register = async (tenant: z.output<typeof tenantSchema>) => {
    if (!user) return
    try {
      const answer = await api.auth.register({ ...user, ...tenant, captchaId: captcha.captchaId })
      setWaiting(answer.isWaiting)
      setStep(2)
    } catch (error) {
      tenantForm.setFieldValue('captchaCode', '')
      captcha.refresh()
      const fields = error instanceof ApiError ? faultsOfUserStep(error) : []
      if (fields.length === 0) throw error
      setStep(0)
      userForm.setFields(fields)
    }
  }

  return (
    <SignInFrame>
      <h2>{t('register.title')}</h2>
      <Steps
        className="register-steps"
        size="small"
        current={step}
        responsive={false}
        items={[
          { title: t('register.userStep') },
          { title: t('register.tenantStep') },
          { title: t('register.doneStep') },
        ]}
      />
      <div className="register-panel" hidden={step !== 0}>
        <ContractForm
          form={userForm}
          schema={userSchema}
          guardsUnsaved={false}
          check={value => ({
            ...passwordRule.faultsOf(value.password),
            ...(value.password === value.confirmation ? {} : { confirmation: t('password.mismatch') }),
          })}
          onSubmit={async value => {
            const { isFree } = await api.auth.checkAccount({ account: value.account })
            if (!isFree) {
              userForm.setFields([{ name: 'account', errors: [t('register.accountTaken')] }])
              userForm.scrollToField('account', { focus: true })
              return
            }
            setUser(value)
            setStep(1)
          }}
        >
          {registration === 'approval' && <p className="secondary">{t('register.approvalText')}</p>}
          <div className="form-grid">
            <Field name="account" label={t('user.account')} className="form-grid-wide">
              <Input autoComplete="username" autoFocus />
            </Field>
            <Field name="realName" label={t('user.realName')} className="form-grid-wide">
              <Input autoComplete="name" />
            </Field>
            <Field name="email" label={t('user.email')}>
              <Input autoComplete="email" />
            </Field>
            <Field name="phone" label={t('user.phone')}>
              <Input autoComplete="tel" />
            </Field>
            <Field
              name="password"
              label={t('signIn.password')}
              help={passwordRule.text}
              className="form-grid-wide"
            >
              <Input.Password autoComplete="new-password" />
            </Field>
            <Field
              name="confirmation"
              label={t('register.passwordAgain')}
              isRequired
              className="form-grid-wide"
            >
              <Input.Password autoComplete="new-password" />
            </Field>
          </div>
          <SubmitButton block size="large">
            {t('action.next')}
          </SubmitButton>
        </ContractForm>
        <div className="sign-in-links">
          <Link to={paths.login}>{t('register.haveAccount')}</Link>
        </div>
      </div>
      <div className="register-panel" hidden={step !== 1}>
        <ContractForm
          form={tenantForm}
          schema={tenantSchema}
          guardsUnsaved={false}
          fieldOfError={error => (error.code === 'CaptchaWrong' ? 'captchaCode' : null)}
          onSubmit={register}
        >
          <p className="secondary">{t('register.tenantText')}</p>
          <Field name="organisation" label={t('register.organisation')}>
            <Input autoComplete="organization" size="large" />
          </Field>
          <CaptchaField captcha={captcha} />
          <div className="form-actions">
            <Button size="large" onClick={() => setStep(0)}>
              {t('action.previous')}
            </Button>
            <SubmitButton size="large" style={{ flex: 1 }}>
              {t('register.submit')}
            </SubmitButton>
          </div>
        </ContractForm>
      </div>
      {step === 2 && (
        <EmptyState
          icon={
            isWaiting ? (
              <HourglassOutlined style={{ color: 'var(--warning)' }} />
            ) : (
              <CheckCircleFilled style={{ color: 'var(--passed)' }} />
            )
          }
          title={t(isWaiting ? 'register.waitingTitle' : 'register.doneTitle')}
          text={t(isWaiting ? 'register.waitingText' : 'register.doneText', {
            account: user?.account ?? '',
          })}
          action={
            <Link to={paths.login}>
              <Button type="primary" size="large">
                {t('register.toSignIn')}
              </Button>
            </Link>
          }
        />
      )}
    </SignInFrame>
  )
}

/** Faults that the server found in fields of the first step. */
function faultsOfUserStep(error: ApiError): { name: string; errors: string[] }[] {
  if (error.code === 'AccountExists') return [{ name: 'account', errors: [error.message] }]
  if (error.code === 'PasswordMismatch') return [{ name: 'confirmation', errors: [error.message] }]
  return error.fields
    .filter(field => String(field.path[0]) in userSchema.shape)
    .map(field => ({ name: String(field.path[0]), errors: [field.message] }))
}
