/** What a report answers first: passed or failed and why, the load, the times, and what broke first. */
import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons'
import type { SlaResult } from '@pone/contract/entities/run.ts'
import { formatClock, formatDuration, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ruleSentence, ruleValue } from '../../../ui/sla/sla-sentence.ts'
import { instantText, peakOf, whyText } from './first-screen.ts'
import { JudgedText } from './judged-text.tsx'

const looks = {
  passed: { icon: <CheckCircleFilled />, tone: 'passed' },
  failed: { icon: <CloseCircleFilled />, tone: 'failed' },
  noSla: { icon: <InfoCircleFilled />, tone: 'off' },
  notJudged: { icon: <InfoCircleFilled />, tone: 'warning' },
  invalid: { icon: <WarningFilled />, tone: 'warning' },
} as const

/** Passed or failed, the load, and the first failure. */
export function Verdict({ content }: { readonly content: ReportContent }) {
  const t = useT()
  const language = useSession('language')
  const { icon, tone } = looks[content.verdict]
  const firstBroken = content.sla
    .filter(result => result.firstBrokenAt !== null)
    .toSorted((a, b) => (a.firstBrokenAt ?? 0) - (b.firstBrokenAt ?? 0))[0]
  const firstError = content.errors.toSorted((a, b) => a.firstAt - b.firstAt)[0]
  const after = (at: number) => instantText(content, at, t)
  const why = whyText(content, t)
  return (
    <div className="report-verdict" style={{ borderColor: `var(--${tone})` }}>
      <strong style={{ color: `var(--${tone})` }}>
        <span aria-hidden>{icon}</span> {t(`report.verdict.${content.verdict}`)}
      </strong>
      <p>
        {t('report.sentence', {
          users: peakOf(content),
          duration: formatDuration(content.toMs - content.fromMs),
          requests: formatNumber(content.total.count),
          rate: formatNumber(content.total.perSecond),
          p95: formatMs(content.total.p95Ms),
          errors: formatPercent(content.total.errorPercent),
        })}
      </p>
      {why !== null && <p>{why}</p>}
      {content.bottleneck !== null && <p>{content.bottleneck.sentence[language]}</p>}
      {content.isGeneratorLimit && content.bottleneck?.kind !== 'generator' && (
        <p>{t('report.generatorLimit')}</p>
      )}
      <JudgedText content={content} />
      {firstBroken?.firstBrokenAt && (
        <p>
          {t('report.firstBroken', {
            at: after(firstBroken.firstBrokenAt),
            rule: ruleSentence(firstBroken.rule, t, language),
            measured: measuredText(firstBroken, t),
          })}
        </p>
      )}
      {firstError && (
        <p>
          {t('report.firstError', {
            at: after(firstError.firstAt),
            label: firstError.label,
            code: firstError.code,
          })}
        </p>
      )}
      <GeneratorWarning machines={content.machines} />
    </div>
  )
}

/** The value that broke a rule and its interval; empty where versions before 0.9 did not keep them. */
function measuredText({ rule, violation }: SlaResult, t: Translate): string {
  if (!violation) return ''
  return t('report.firstBroken.measured', {
    from: formatClock(violation.fromMs / 1_000),
    to: formatClock(violation.toMs / 1_000),
    value: ruleValue(rule, violation.value),
  })
}

/** Figures that a load machine may have distorted, on the first screen; the machine and the times stand further down. */
function GeneratorWarning({ machines }: Pick<ReportContent, 'machines'>) {
  const t = useT()
  const isOverloaded = machines.some(machine => machine.isOverloaded)
  if (!isOverloaded && machines.every(({ busy }) => busy.length === 0)) return null
  return (
    <p>
      <a href="#report-machines" className="report-generator-warning">
        <WarningFilled aria-hidden />{' '}
        {t(isOverloaded ? 'report.generatorOverloaded' : 'report.generatorBusy')}
      </a>
    </p>
  )
}
