/** The figures of a licence in one row: users, days, production date. */
import type { LicenceStatus } from '@pone/contract/entities/licence.ts'
import { licenceWarningDays } from '@pone/contract/entities/licence.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useT } from '../../lib/i18n.ts'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { dayOf } from './licence-text.ts'

export function LicenceFigures({ licence }: { readonly licence: LicenceStatus }) {
  const t = useT()
  const { grant, state, usedUsers, peakUsers, peakAt, remainingDays, expiresAt } = licence
  const isFull = grant !== null && usedUsers >= grant.totalUsers
  const isEnding = remainingDays !== null && remainingDays <= licenceWarningDays
  return (
    <StatRow>
      <Stat
        label={t('licence.totalUsers')}
        definition={t('licence.totalUsersDefinition')}
        value={grant === null ? noValue : formatNumber(grant.totalUsers)}
      />
      <Stat
        label={t('licence.used')}
        definition={t('licence.usedDefinition')}
        value={
          <span className={isFull ? 'licence-figure-warning' : undefined}>{formatNumber(usedUsers)}</span>
        }
        note={
          grant !== null &&
          t('licence.usedNote', { free: formatNumber(Math.max(0, grant.totalUsers - usedUsers)) })
        }
      />
      <Stat
        label={t('licence.peak')}
        value={formatNumber(peakUsers)}
        note={peakAt !== null && dayOf(peakAt)}
      />
      <Stat
        label={t('licence.authorisedDays')}
        value={
          grant === null ? (
            noValue
          ) : grant.authorisedDays === null ? (
            <span className="licence-figure-text">{t('licence.unlimited')}</span>
          ) : (
            formatNumber(grant.authorisedDays)
          )
        }
      />
      <Stat
        label={t('licence.remainingDays')}
        value={
          <span className={isEnding ? 'licence-figure-warning' : undefined}>
            {grant === null ? (
              noValue
            ) : remainingDays === null ? (
              <span className="licence-figure-text">{t('licence.unlimited')}</span>
            ) : (
              formatNumber(remainingDays)
            )}
          </span>
        }
        note={expiresAt !== null && t('licence.until', { day: dayOf(expiresAt) })}
      />
      <Stat
        label={t('licence.producedAt')}
        value={
          grant === null || state === 'community' ? (
            noValue
          ) : (
            <span className="licence-figure-text">{dayOf(grant.producedAt)}</span>
          )
        }
      />
    </StatRow>
  )
}
