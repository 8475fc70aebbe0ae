/** The licence: holder, validity, and the signing keys that the server trusts. */
import type { LicenceStatus } from '@pone/contract/entities/licence.ts'
import { Descriptions } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import './licence.css'
import { factsOf, toneOfState } from './licence-text.ts'

/** Facts that the figures above show already. */
const shownElsewhere = ['totalUsers', 'authorisedDays', 'remainingDays', 'producedAt']

export function LicenceStateTag({ licence }: { readonly licence: Pick<LicenceStatus, 'state'> }) {
  const t = useT()
  return <StatusTag tone={toneOfState[licence.state]}>{t(`licence.state.${licence.state}`)}</StatusTag>
}

export function LicenceDetails({ licence }: { readonly licence: LicenceStatus }) {
  const t = useT()
  const { trustedKeys } = licence
  const keysText =
    trustedKeys === null
      ? t('licence.keysUnusable')
      : trustedKeys === 0
        ? t('licence.noKeys')
        : t('licence.trustedKeysCount', { count: trustedKeys })
  return (
    <section className="panel-block">
      <h2 className="panel-title">{t('licence.details')}</h2>
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, lg: 2 }}
        items={[
          ...factsOf(t, licence)
            .filter(({ key }) => !shownElsewhere.includes(key))
            .map(({ key, text }) => ({ key, label: t(`licence.${key}`), children: text })),
          {
            key: 'keys',
            label: t('licence.trustedKeys'),
            span: 'filled' as const,
            children: (
              <span className={trustedKeys === null ? 'licence-figure-warning' : undefined}>{keysText}</span>
            ),
          },
        ]}
      />
    </section>
  )
}
