/** Rules on counters of monitors that cannot be judged, because the monitor, its link or the counter is gone. Safe in a browser. */
import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import { isCounterRule, type SlaRule } from './scenario.ts'

/** What a scenario's rules can name. */
export interface RuleCounters {
  /** Ids of the monitors that exist. */
  readonly existing: ReadonlySet<string>
  /** Of each monitor in a link that is bound to the scenario its counters, as `section.counter`. */
  readonly bound: ReadonlyMap<string, ReadonlySet<string>>
}

const texts = {
  none: { zh: 'SLA 规则没有选择监控计数器', en: 'an SLA rule has no counter selected' },
  monitor: {
    zh: 'SLA 规则引用的监控“{monitor}”已不存在',
    en: 'an SLA rule refers to the monitor “{monitor}”, which does not exist any more',
  },
  link: {
    zh: 'SLA 规则引用的监控“{monitor}”不在绑定到此场景的监控链路中',
    en: 'an SLA rule refers to the monitor “{monitor}”, which is in no monitoring link bound to this scenario',
  },
  counter: {
    zh: 'SLA 规则引用的计数器“{counter}”不在监控“{monitor}”中',
    en: 'an SLA rule refers to the counter “{counter}”, which the monitor “{monitor}” does not have',
  },
} satisfies Record<string, Bilingual>

/** Why rules cannot be judged; empty when all can. */
export const counterProblems = (
  rules: readonly SlaRule[],
  known: RuleCounters,
): (Bilingual & { readonly id: string })[] =>
  rules.filter(isCounterRule).flatMap(({ id, counter }) => {
    const { monitorId, monitorName: monitor, section, counter: key, names } = counter
    if (monitorId === null || key === '') return [{ id, ...texts.none }]
    const counters = known.bound.get(monitorId)
    if (counters?.has(`${section}.${key}`) === true) return []
    const text =
      counters !== undefined ? texts.counter : known.existing.has(monitorId) ? texts.link : texts.monitor
    return [{ id, ...filled(text, { monitor, counter: names }) }]
  })
