/** A banner above every page of an administrator: the licence expires soon, or prevents starting runs. */
import { type LicenceStatus, licenceWarningDays } from '@pone/contract/entities/licence.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { formatInstant } from '../../ui/format.ts'

const refreshMs = 10 * 60_000

export function LicenceBanner() {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['licence', 'status'],
    queryFn: ({ signal }) => api.licence.get({}, { signal }),
    refetchInterval: refreshMs,
    // The page below reports a failing server.
    retry: false,
  })
  const warning = data && warningOf(data)
  if (!warning) return null
  return (
    <Alert
      banner
      type={warning.isBlocking ? 'error' : 'warning'}
      title={
        <>
          {t(warning.key, { days: warning.days, at: formatInstant(warning.at) })}{' '}
          <Link to="/pone/atf/license">{t('shell.toLicence')}</Link>
        </>
      }
    />
  )
}

/** null without a message. */
function warningOf({ state, remainingDays, expiresAt }: LicenceStatus) {
  if (state === 'community') return null
  const days = remainingDays ?? 0
  if (state !== 'valid') {
    const key = state === 'expired' ? 'shell.licenceExpired' : 'shell.licenceUnusable'
    return { key, isBlocking: true, days, at: expiresAt } as const
  }
  const isEnding = remainingDays !== null && remainingDays <= licenceWarningDays
  return isEnding ? ({ key: 'shell.licenceEnds', isBlocking: false, days, at: expiresAt } as const) : null
}
