/** The sign-in form of users and of administrators; built without the component library, which is loaded after sign-in. */
import { LockOutlined, UserOutlined } from '@ant-design/icons-svg'
import type { Session } from '@pone/contract/entities/user.ts'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { ApiError, showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query.ts'
import { session } from '../../lib/session/session.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { PlainField } from '../../ui/plain/plain-field.tsx'
import { CaptchaPicture, useCaptcha } from './captcha.tsx'
import { keepDevice, knownDevice } from './known-device.ts'
import { fieldFaults, type LoginFaults, type LoginField, loginFields } from './login-model.ts'
import { useCountdown } from './use-countdown.ts'
import { useLoginFaults } from './use-login-faults.ts'

/** Stores a new session as the session of this tab. */
function startSession(answer: Session, isRemembered: boolean): void {
  session.clear()
  // What another person saw in this tab; the form's own CAPTCHA would be requested again.
  queryClient.removeQueries({ predicate: query => !query.isActive() })
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

const lastAccountKey = 'pone.lastAccount'

export function LoginForm({ isAdministrator }: { readonly isAdministrator: boolean }) {
  const t = useT()
  const captcha = useCaptcha()
  const wait = useCountdown()
  const lastAccount = localStorage.getItem(lastAccountKey) ?? ''
  const form = useLogin({ isAdministrator, account: isAdministrator ? '' : lastAccount, captcha, wait })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <PlainField
        {...form.field('account')}
        label={t('user.account')}
        icon={UserOutlined}
        autoComplete="username"
        autoFocus={lastAccount === '' || isAdministrator}
      />
      <PlainField
        {...form.field('password')}
        label={t('signIn.password')}
        icon={LockOutlined}
        isSecret
        autoComplete="current-password"
        autoFocus={lastAccount !== '' && !isAdministrator}
      />
      <PlainField
        {...form.field('captchaCode')}
        label={t('signIn.code')}
        autoComplete="off"
        spellCheck={false}
        extra={<CaptchaPicture captcha={captcha} onRefresh={() => form.change('captchaCode', '')} />}
      />
      <label className="plain-check">
        <input
          type="checkbox"
          checked={form.rememberMe}
          onChange={event => form.setRememberMe(event.target.checked)}
        />
        {t('signIn.remember')}
      </label>
      <PlainButton isSubmit isLarge isBusy={form.isBusy} disabled={wait.seconds > 0}>
        {wait.seconds > 0 ? t('signIn.wait', { seconds: wait.seconds }) : t('signIn.title')}
      </PlainButton>
    </form>
  )
}

interface LoginOptions {
  readonly isAdministrator: boolean
  /** Initial value. */
  readonly account: string
  readonly captcha: ReturnType<typeof useCaptcha>
  readonly wait: ReturnType<typeof useCountdown>
}

/** Values, errors and submission of the form. */
function useLogin({ isAdministrator, account, captcha, wait }: LoginOptions) {
  const navigate = useNavigate()
  const [values, setValues] = useState({ account, password: '', captchaCode: '' })
  const [rememberMe, setRememberMe] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const inputs: Readonly<Record<LoginField, RefObject<HTMLInputElement | null>>> = {
    account: useRef(null),
    password: useRef(null),
    captchaCode: useRef(null),
  }
  const faults = useLoginFaults(values)
  /** @returns whether a field was focused */
  const focusFirst = (shown: LoginFaults) => {
    const first = loginFields.find(name => shown[name] !== undefined)
    if (first) inputs[first].current?.focus()
    return first !== undefined
  }
  const change = (name: LoginField, value: string) => {
    setValues({ ...values, [name]: value })
    faults.change(name)
  }
  const send = async () => {
    const answer = await api.auth.login({
      ...values,
      rememberMe,
      isAdministrator,
      deviceToken: knownDevice(values.account),
      captchaId: await captcha.currentId(),
    })
    keepDevice(answer.account, answer.deviceToken)
    if (rememberMe) localStorage.setItem(lastAccountKey, answer.account)
    else localStorage.removeItem(lastAccountKey)
    startSession(answer, rememberMe)
    void navigate('/')
  }
  const refuse = (error: unknown) => {
    // A CAPTCHA is valid for one attempt.
    setValues(before => ({ ...before, captchaCode: '' }))
    if (!(error instanceof ApiError)) return showError(error)
    captcha.refresh()
    if (error.code === 'SignInDelayed') wait.start(Number(error.params['seconds']))
    const refused = fieldFaults(error)
    faults.refuse(refused)
    if (!focusFirst(refused)) showError(error)
  }
  return {
    rememberMe,
    setRememberMe,
    isBusy,
    change,
    field: (name: LoginField) => ({
      value: values[name],
      fault: faults.of(name),
      inputRef: inputs[name],
      onChange: (value: string) => change(name, value),
      // Leaving an empty field says nothing: the person may be on the way to another language or another page.
      onBlur: () => values[name] !== '' && faults.check(name),
    }),
    submit: async () => {
      if (isBusy) return
      setBusy(true)
      try {
        if (!focusFirst(faults.checkAll())) await send()
      } catch (error) {
        refuse(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
