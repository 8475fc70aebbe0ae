/** The verification code: its picture, refreshed by a click, and the field to type it in. */
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { Field } from '../../ui/form/field.tsx'

/** The current picture; `refresh` gets another one, needed after every refused attempt. */
export function useCaptcha() {
  // Each form has a code of its own: the one of the page before may be used up.
  const [openedAt] = useState(() => performance.now())
  const { data, refetch, isError } = useQuery({
    queryKey: ['captcha', openedAt],
    queryFn: ({ signal }) => api.auth.captcha({}, { signal }),
    staleTime: 4 * 60_000,
    gcTime: 0,
    refetchInterval: 4.5 * 60_000,
    refetchOnWindowFocus: false,
  })
  return { captchaId: data?.captchaId ?? '', png: data?.png, isError, refresh: () => void refetch() }
}
export type Captcha = ReturnType<typeof useCaptcha>

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
  const t = useT()
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
      <button
        type="button"
        className="captcha"
        title={t('signIn.refreshCode')}
        aria-label={t('signIn.refreshCode')}
        onClick={() => {
          onChange?.('')
          captcha.refresh()
        }}
      >
        {captcha.png ? (
          <img alt={t('signIn.code')} src={`data:image/png;base64,${captcha.png}`} />
        ) : captcha.isError ? (
          t('signIn.codeMissing')
        ) : (
          ''
        )}
      </button>
    </div>
  )
}
