/** /pone/register: account data, tenant data, confirmation; going back keeps the input. */
import { CheckCircleFilled, HourglassOutlined } from '@ant-design/icons'
import { authCalls } from '@pone/contract/calls/auth.ts'
import { Button, Form, type FormInstance, Input, Steps } from 'antd'
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
import { ButtonLink } from '../../ui/page/button-link.tsx'
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
type TenantValues = z.output<typeof tenantSchema>

const steps = ['user', 'tenant', 'done'] as const
type Step = (typeof steps)[number]

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
  const captcha = useCaptcha()
  const [step, setStep] = useState<Step>('user')
  const [user, setUser] = useState<UserValues | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const [userForm] = Form.useForm()
  const [tenantForm] = Form.useForm()
  if (registration === 'closed') return <Closed />

  const register = async (tenant: TenantValues) => {
    if (!user) return
    try {
      const answer = await api.auth.register({ ...user, ...tenant, captchaId: await captcha.currentId() })
      setWaiting(answer.isWaiting)
      setStep('done')
    } catch (error) {
      tenantForm.setFieldValue('captchaCode', '')
      captcha.refresh()
      const fields = error instanceof ApiError ? faultsOfUserStep(error) : []
      if (fields.length === 0) throw error
      setStep('user')
      userForm.setFields(fields)
    }
  }
  return (
    <SignInFrame>
      <h1>{t('register.title')}</h1>
      <Steps
        className="register-steps"
        size="small"
        current={steps.indexOf(step)}
        responsive={false}
        items={[
          { title: t('register.userStep') },
          { title: t('register.tenantStep') },
          { title: t('register.doneStep') },
        ]}
      />
      {/* Hidden forms stay mounted, so that going back keeps the input. */}
      <div className="register-panel" hidden={step !== 'user'}>
        <UserForm
          form={userForm}
          needsApproval={registration === 'approval'}
          onNext={value => {
            setUser(value)
            setStep('tenant')
          }}
        />
        <div className="sign-in-links">
          <Link to={paths.login}>{t('register.haveAccount')}</Link>
        </div>
      </div>
      <div className="register-panel" hidden={step !== 'tenant'}>
        <TenantForm form={tenantForm} captcha={captcha} onBack={() => setStep('user')} onSubmit={register} />
      </div>
      {step === 'done' && user && <Done account={user.account} isWaiting={isWaiting} />}
    </SignInFrame>
  )
}

function Closed() {
  const t = useT()
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

/** The first step: the account; the account name must be available. */
function UserForm(props: {
  readonly form: FormInstance
  readonly needsApproval: boolean
  readonly onNext: (value: UserValues) => void
}) {
  const { form, needsApproval, onNext } = props
  const t = useT()
  const passwordRule = usePasswordRule()
  return (
    <ContractForm
      form={form}
      schema={userSchema}
      guardsUnsaved={false}
      check={value => ({
        ...passwordRule.faultsOf(value.password),
        ...(value.password !== value.confirmation && { confirmation: t('password.mismatch') }),
      })}
      onSubmit={async value => {
        const { isFree } = await api.auth.checkAccount({ account: value.account })
        if (isFree) {
          onNext(value)
          return
        }
        form.setFields([{ name: 'account', errors: [t('register.accountTaken')] }])
        form.scrollToField('account', { focus: true })
      }}
    >
      {needsApproval && <p className="secondary">{t('register.approvalText')}</p>}
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
        <Field name="confirmation" label={t('register.passwordAgain')} isRequired className="form-grid-wide">
          <Input.Password autoComplete="new-password" />
        </Field>
      </div>
      <SubmitButton block size="large">
        {t('action.next')}
      </SubmitButton>
    </ContractForm>
  )
}

/** The second step: the tenant and the CAPTCHA. */
function TenantForm(props: {
  readonly form: FormInstance
  readonly captcha: ReturnType<typeof useCaptcha>
  readonly onBack: () => void
  readonly onSubmit: (value: TenantValues) => Promise<void>
}) {
  const t = useT()
  return (
    <ContractForm
      form={props.form}
      schema={tenantSchema}
      guardsUnsaved={false}
      fieldOfError={error => (error.code === 'CaptchaWrong' ? 'captchaCode' : null)}
      onSubmit={props.onSubmit}
    >
      <p className="secondary">{t('register.tenantText')}</p>
      <Field name="organisation" label={t('register.organisation')}>
        <Input autoComplete="organization" size="large" />
      </Field>
      <CaptchaField captcha={props.captcha} />
      <div className="form-actions">
        <Button size="large" onClick={props.onBack}>
          {t('action.previous')}
        </Button>
        <SubmitButton size="large" style={{ flex: 1 }}>
          {t('register.submit')}
        </SubmitButton>
      </div>
    </ContractForm>
  )
}

function Done({ account, isWaiting }: { readonly account: string; readonly isWaiting: boolean }) {
  const t = useT()
  return (
    <EmptyState
      icon={
        isWaiting ? (
          <HourglassOutlined style={{ color: 'var(--warning)' }} />
        ) : (
          <CheckCircleFilled style={{ color: 'var(--passed)' }} />
        )
      }
      title={t(isWaiting ? 'register.waitingTitle' : 'register.doneTitle')}
      text={t(isWaiting ? 'register.waitingText' : 'register.doneText', { account })}
      action={
        <ButtonLink to={paths.login} type="primary" size="large">
          {t('register.toSignIn')}
        </ButtonLink>
      }
    />
  )
}

/** Errors of the server in fields of the first step. */
function faultsOfUserStep(error: ApiError): { name: string; errors: string[] }[] {
  if (error.code === 'AccountExists') return [{ name: 'account', errors: [error.message] }]
  if (error.code === 'PasswordMismatch') return [{ name: 'confirmation', errors: [error.message] }]
  return error.fields
    .filter(field => String(field.path[0]) in userSchema.shape)
    .map(field => ({ name: String(field.path[0]), errors: [field.message] }))
}
