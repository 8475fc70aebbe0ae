/** The CAPTCHA: its image, refreshed by a click. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'

/** The current image; `refresh` requests another one, needed after every refused attempt. */
export function useCaptcha() {
  // Each form requests its own CAPTCHA, because one is valid for one attempt and that of the previous page may be used up.
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

/** The image as a button that requests another one. */
export function CaptchaPicture({
  captcha,
  onRefresh,
}: {
  readonly captcha: Captcha
  readonly onRefresh: () => void
}) {
  const t = useT()
  return (
    <button
      type="button"
      className="captcha"
      title={t('signIn.refreshCode')}
      aria-label={t('signIn.refreshCode')}
      onClick={() => {
        onRefresh()
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
  )
}
