/** The licence: users it grants, users in use, and its end. */

import { communityUsers } from '@pone/contract/entities/licence.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { formatInstant } from '../../ui/format.ts'

const refreshMs = 60_000

export function LicencePanel() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    // The banner of the shell asks the same.
    queryKey: ['licence', 'status'],
    queryFn: ({ signal }) => api.licence.get({}, { signal }),
    refetchInterval: refreshMs,
    retry: false,
  })
  if (data === undefined) {
    if (!error) return null
    return (
      <p role="alert">
        {errorMessage(error)}{' '}
        <button type="button" className="icon-button" onClick={() => void refetch()}>
          {t('action.retry')}
        </button>
      </p>
    )
  }
  const total = data.state === 'community' ? communityUsers : (data.grant?.totalUsers ?? 0)
  return (
    <p className="admin-licence">
      <strong>{t('adminHome.licence')}</strong> {t(`adminHome.licenceState.${data.state}`)}
      {' · '}
      {t('adminHome.licenceUsers', {
        used: formatNumber(data.usedUsers),
        total: formatNumber(total),
        peak: formatNumber(data.peakUsers),
      })}
      {' · '}
      {data.expiresAt === null
        ? t('adminHome.licenceNoEnd')
        : t('adminHome.licenceEnd', {
            at: formatInstant(data.expiresAt),
            days: data.remainingDays ?? 0,
          })}{' '}
      <Link to="/pone/atf/license">{t('adminHome.toLicence')}</Link>
    </p>
  )
}
