/** Facts of a licence as text, shared by page, preview and history. */
import type { JudgedLicence, LicenceGrant, LicenceState } from '@pone/contract/entities/licence.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import dayjs from 'dayjs'
import type { Translate } from '../../lib/i18n.ts'
import { formatInstant } from '../../ui/format.ts'
import type { StatusTone } from '../../ui/theme/palette.ts'

export const toneOfState: Record<LicenceState, StatusTone> = {
  community: 'passed',
  valid: 'passed',
  notYetValid: 'warning',
  expired: 'failed',
  wrongSignature: 'failed',
  damaged: 'failed',
}

/** The date of an instant in the browser's time zone. */
export const dayOf = (at: number): string => dayjs(at).format('YYYY-MM-DD')

/** The holder; the community licence has a translated name. */
export const holderText = (t: Translate, state: LicenceState, grant: LicenceGrant | null): string =>
  state === 'community' ? t('licence.community') : (grant?.holder ?? noValue)

export interface LicenceFact {
  readonly key:
    | 'holder'
    | 'totalUsers'
    | 'authorisedDays'
    | 'remainingDays'
    | 'notBefore'
    | 'expiresAt'
    | 'producedAt'
    | 'features'
    | 'number'
  readonly text: string
}

/** All facts in which two licences can differ, in display order. */
export function factsOf(
  t: Translate,
  { state, grant, expiresAt, remainingDays }: JudgedLicence,
): LicenceFact[] {
  const isCommunity = state === 'community'
  const days = (count: number | null) =>
    count === null ? t('licence.unlimited') : t('licence.days', { count })
  const of = (value: (known: LicenceGrant) => string): string => (grant === null ? noValue : value(grant))
  return [
    { key: 'holder', text: holderText(t, state, grant) },
    { key: 'totalUsers', text: of(known => formatNumber(known.totalUsers)) },
    { key: 'authorisedDays', text: of(known => days(known.authorisedDays)) },
    { key: 'remainingDays', text: of(() => days(remainingDays)) },
    { key: 'notBefore', text: of(known => (isCommunity ? noValue : formatInstant(known.notBefore))) },
    {
      key: 'expiresAt',
      text: of(() => (expiresAt === null ? t('licence.unlimited') : formatInstant(expiresAt))),
    },
    { key: 'producedAt', text: of(known => (isCommunity ? noValue : dayOf(known.producedAt))) },
    { key: 'features', text: of(known => known.features.join(', ') || t('licence.allFeatures')) },
    { key: 'number', text: of(known => (isCommunity ? noValue : known.id)) },
  ]
}
