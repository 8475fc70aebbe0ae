/** What a capacity search found, and its levels, as texts of the page; pure. */
import type { Capacity, JudgedLevel, RuleLevel } from '@pone/contract/entities/capacity.ts'
import { formatClock, formatMs, formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { isMetricRule, type SlaRule, slaSigns } from '@pone/plan/scenario/scenario.ts'
import type { Language, Translate } from '../../../lib/i18n.ts'
import { ruleSentence, ruleValue } from '../../../ui/sla/sla-sentence.ts'

export const loadText = ({ drive }: Pick<Capacity, 'drive'>, load: number, t: Translate): string =>
  t(`run.capacity.${drive}`, { load: formatNumber(load) })

/** The result in a sentence. */
export function resultText(
  capacity: Capacity,
  { kind, best, broken }: NonNullable<Capacity['end']>,
  t: Translate,
): string {
  const load = loadText(capacity, best?.load ?? capacity.level, t)
  const sentence = t(`run.capacity.kind.${kind}`, {
    load,
    broken: loadText(capacity, broken?.load ?? capacity.level, t),
  })
  return kind === 'generatorLimit' && best !== null
    ? t('run.capacity.heldBefore', { sentence, load })
    : sentence
}

/** The interval of the limit; what is known of it while the search goes on is not told. */
export function intervalText(capacity: Capacity, t: Translate): string {
  const { low = null, high = null } = capacity.end?.interval ?? {}
  const params = {
    low: low === null ? '' : loadText(capacity, low, t),
    high: high === null ? '' : loadText(capacity, high, t),
  }
  if (low !== null && high !== null) return t('run.capacity.between', params)
  if (low !== null) return t('run.capacity.atLeast', params)
  return high === null ? noValue : t('run.capacity.below', params)
}

export const rulesText = ({ rules }: Pick<Capacity, 'rules'>, t: Translate, language: Language): string =>
  rules.map(rule => ruleSentence(rule, t, language)).join(t('run.capacity.and'))

export const methodText = (capacity: Capacity, t: Translate): string =>
  t('run.capacity.method', {
    start: loadText(capacity, capacity.startLoad, t),
    settle: capacity.settleSeconds,
    measure: capacity.measureSeconds,
    elapsed: formatClock(capacity.elapsedSeconds),
  })

export const verdictText = ({ state, isClear }: JudgedLevel, t: Translate): string =>
  t(`run.capacity.${isClear ? state : (`${state}Unclear` as const)}`)

/** Of percentiles the allowed share of requests beyond the threshold, in percent. */
const allowed: Partial<Record<SlaRule['metric'], number>> = { p50: 50, p90: 10, p95: 5, p99: 1, p999: 0.1 }

/** The heading above a rule's values. */
export function ruleHead(rule: SlaRule, t: Translate): string {
  if (!isMetricRule(rule)) return ''
  const share = allowed[rule.metric]
  const text = `${rule.label === '' ? '' : `${rule.label} · `}${t(`scenario.metric.${rule.metric}`)} ${slaSigns[rule.operator]} ${ruleValue(rule, rule.threshold)}`
  return share === undefined ? text : t('run.capacity.beyond', { rule: text, limit: formatPercent(share) })
}

/** A rule's value on a level, with its interval where it is known. */
export function ruleLevelText(rule: SlaRule, level: RuleLevel | undefined, t: Translate): string {
  if (level === undefined || level.mean === null) return noValue
  const isSuccess = rule.metric === 'successPercent'
  const written = (value: number): string => {
    if (rule.metric === 'avg') return formatMs(Math.max(0, value))
    const percent = 100 * Math.min(1, Math.max(0, value))
    return formatPercent(isSuccess ? 100 - percent : percent)
  }
  const { mean, low, high } = level
  if (low === null || high === null) return written(mean)
  const [from, to] = isSuccess ? [high, low] : [low, high]
  return t('run.capacity.range', { value: written(mean), low: written(from), high: written(to) })
}
