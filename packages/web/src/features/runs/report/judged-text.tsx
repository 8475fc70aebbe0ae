/** The interval over which the SLA rules of a report were evaluated. */
import { formatClock } from '@pone/metrics/figures.ts'
import { judgedCase, ratesEndEarlier } from '@pone/metrics/run-part.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { useT } from '../../../lib/i18n.ts'

export function JudgedText({ content }: { readonly content: ReportContent }) {
  const t = useT()
  const { judged } = content
  if (judged === null) return null
  const clock = (ms: number) => formatClock(ms / 1_000)
  return (
    <p className="report-judged">
      {t(`report.judged.${judgedCase(judged, content)}`, {
        from: clock(judged.fromMs),
        to: clock(judged.toMs),
        rampUp: clock(judged.rampUpEndMs),
      })}
      {ratesEndEarlier(judged) && ` · ${t('report.judged.rates', { to: clock(judged.ratesToMs) })}`}
    </p>
  )
}
