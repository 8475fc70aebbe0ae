/** The CAPTCHA: its image, refreshed by a click. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'

/** The current image; `refresh` requests another one, needed after every refused attempt. */
export function useCaptcha() {
  // Each form requests its own CAPTCHA, because one is valid for one attempt and that of the previous page may be used up.
  const [queryKey] = useState(() => ['captcha', performance.now()])
  const client = useQueryClient()
  const requested = useRef<Promise<unknown> | null>(null)
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.auth.captcha({}, { signal })
  const { data, refetch, isError } = useQuery({
    queryKey,
    queryFn,
    staleTime: 4 * 60_000,
    gcTime: 0,
    refetchInterval: 4.5 * 60_000,
    refetchOnWindowFocus: false,
  })
  return {
    png: data?.png,
    isError,
    refresh: () => {
      requested.current = refetch()
    },
    /** Its id for an attempt, once an image that is being requested has arrived: a used one would be refused. */
    currentId: async (): Promise<string> => {
      await requested.current
      return client.getQueryData<Awaited<ReturnType<typeof queryFn>>>(queryKey)?.captchaId ?? ''
    },
  }
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
