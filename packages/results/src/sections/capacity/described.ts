/** What a capacity search found as a sentence, facts and rows of levels, for the exported file and its table. Pure. */
import type { Capacity, JudgedLevel } from '@pone/contract/entities/capacity.ts'
import { formatClock, formatMs, formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { ruleSentence } from '../../export/rule-sentence.ts'
import { sayIn } from '../../export/texts.ts'
import { texts } from './texts.ts'

export interface DescribedCapacity {
  readonly sentence: string
  readonly facts: readonly (readonly [string, string])[]
  readonly heads: Readonly<
    Record<'level' | 'load' | 'verdict' | 'measured' | 'requests' | 'perSecond', string>
  >
  /** One per rule, above the column that tells its value. */
  readonly ruleHeads: readonly string[]
  readonly levels: readonly DescribedLevel[]
}

export interface DescribedLevel {
  /** Place in the order of time. */
  readonly key: number
  readonly load: string
  readonly state: JudgedLevel['state']
  readonly verdict: string
  readonly measured: string
  readonly requests: string
  readonly perSecond: string
  /** In the order of the rules, each with its interval. */
  readonly values: readonly string[]
}

const percentiles: Partial<Record<SlaRule['metric'], number>> = {
  p50: 50,
  p90: 10,
  p95: 5,
  p99: 1,
  p999: 0.1,
}

export function describedCapacity(capacity: Capacity, language: Language): DescribedCapacity {
  const say = sayIn(texts, language)
  const { rules, levels, drive, end } = capacity
  const loadOf = (load: number) => say(drive, { load: formatNumber(load) })
  return {
    sentence: end === null ? '' : sentenceOf(capacity, end, { language, loadOf }),
    facts: factsOf(capacity, language, loadOf),
    heads: {
      level: say('level'),
      load: say('load'),
      verdict: say('verdict'),
      measured: say('measured'),
      requests: say('requests'),
      perSecond: say('perSecond'),
    },
    ruleHeads: rules.map(rule => headOf(rule, language)),
    levels: levels.map((level, key) => ({
      key,
      load: loadOf(level.load),
      state: level.state,
      verdict: say(level.isClear ? level.state : `${level.state}Unclear`),
      measured: formatClock(level.seconds),
      requests: formatNumber(level.requests),
      perSecond: formatNumber(level.perSecond),
      values: rules.map((rule, index) => valueOf(rule, level.rules[index], language)),
    })),
  }
}

function sentenceOf(
  { level }: Capacity,
  { kind, best, broken }: NonNullable<Capacity['end']>,
  { language, loadOf }: { readonly language: Language; readonly loadOf: (load: number) => string },
): string {
  const say = sayIn(texts, language)
  const params = { load: loadOf(best?.load ?? level), broken: loadOf(broken?.load ?? level) }
  const sentence = say(`kind.${kind}`, params)
  if (kind !== 'generatorLimit' || best === null) return sentence
  return [sentence, say('heldBefore', { load: loadOf(best.load) })].join(language === 'zh' ? '。' : '. ')
}

function factsOf(
  { rules, startLoad, settleSeconds, measureSeconds, elapsedSeconds, end }: Capacity,
  language: Language,
  loadOf: (load: number) => string,
): (readonly [string, string])[] {
  const say = sayIn(texts, language)
  const { low = null, high = null } = end?.interval ?? {}
  const between =
    low !== null && high !== null
      ? say('between', { low: loadOf(low), high: loadOf(high) })
      : low !== null
        ? say('atLeast', { low: loadOf(low) })
        : high !== null
          ? say('below', { high: loadOf(high) })
          : noValue
  return [
    [say('rules'), rules.map(rule => ruleSentence(rule, language)).join(language === 'zh' ? '；' : '; ')],
    [say('interval'), between],
    ...(end?.best ? [[say('rate'), formatNumber(end.best.perSecond)] as const] : []),
    [
      say('method'),
      say('methodText', {
        start: loadOf(startLoad),
        settle: settleSeconds,
        measure: measureSeconds,
        elapsed: formatClock(elapsedSeconds),
      }),
    ],
  ]
}

/** Percentiles are judged by the share of requests beyond their threshold. */
function headOf(rule: SlaRule, language: Language): string {
  const say = sayIn(texts, language)
  const sentence = ruleSentence(rule, language).split(' · ').slice(0, 2).join(' · ')
  const share = percentiles[rule.metric]
  return share === undefined
    ? say('value', { rule: sentence })
    : say('beyond', { rule: sentence, limit: formatPercent(share) })
}

/** Means are counted as errors where the rule counts successes. */
function valueOf(rule: SlaRule, level: JudgedLevel['rules'][number] | undefined, language: Language): string {
  if (level === undefined || level.mean === null) return noValue
  const isSuccess = rule.metric === 'successPercent'
  const written = (value: number): string => {
    if (rule.metric === 'avg') return formatMs(Math.max(0, value))
    const percent = 100 * Math.min(1, Math.max(0, value))
    return formatPercent(isSuccess ? 100 - percent : percent)
  }
  const { mean, low, high } = level
  if (low === null || high === null) return written(mean)
  const ends = isSuccess ? [high, low] : [low, high]
  return sayIn(texts, language)('range', {
    value: written(mean),
    low: written(ends[0] ?? low),
    high: written(ends[1] ?? high),
  })
}
