/** Open incidents as a figure of a home page, by level, with those of the last 24 hours. */
import type { AlertFigures } from '@pone/contract/entities/alert.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useT } from '../../lib/i18n.ts'
import { Stat } from '../stat.tsx'

const sumOf = ({ critical, warning, notice }: AlertFigures['lastDay']): number => critical + warning + notice

/** `to`: the list of incidents. */
export function AlertStat(props: { readonly figures: AlertFigures; readonly to: string }) {
  const { open, lastDay } = props.figures
  const t = useT()
  return (
    <Stat
      label={t('alertStat.open')}
      value={formatNumber(sumOf(open))}
      note={
        <>
          {t('alertStat.levels', {
            critical: formatNumber(open.critical),
            warning: formatNumber(open.warning),
            notice: formatNumber(open.notice),
          })}
          <br />
          {t('alertStat.lastDay', { number: formatNumber(sumOf(lastDay)) })}
        </>
      }
      definition={t('alertStat.definition')}
      to={props.to}
    />
  )
}
