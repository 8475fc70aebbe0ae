/** Rules that a monitor type proposes by its thresholds; pure. */
import { alertLevels } from '@pone/alerts/rule.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { counterInfo } from '../../links/canvas/counter-texts.ts'
import type { CounterInfo } from '../../shared/figures.ts'
import { type AlertRule, counterKeyOf, newRule, ruleOf } from './rule-form-model.ts'

export interface RuleTemplate {
  readonly key: string
  readonly rule: AlertRule
}

const minuteMs = 60_000

/** A rule for all monitors of the type per threshold, the gravest first. */
export function templatesOf(
  type: MonitorType,
  { language, channelIds }: { readonly language: Language; readonly channelIds: readonly string[] },
): RuleTemplate[] {
  return type.thresholds
    .flatMap(({ counter: name, min, max, times, cycleMs, severity }, index) => {
      const at = name.indexOf('.')
      const [section, counter] = [name.slice(0, at), name.slice(at + 1)]
      const info = counterInfo(type, { section, counter })
      if (info === undefined) return []
      const rule = ruleOf(
        newRule({
          name: nameOf(type, info, language),
          level: severity,
          scopeKind: 'type',
          type: type.name,
          left: counterKeyOf(section, counter),
          leftFn: info.kind === 'counter' ? 'rate' : 'value',
          max: max ?? null,
          min: min ?? null,
          times,
          triggerCycleMinutes: Math.max(1, Math.ceil(cycleMs / minuteMs)),
          channelIds: [...channelIds],
        }),
      )
      return [{ key: `${index} ${name}`, rule }]
    })
    .toSorted((a, b) => alertLevels.indexOf(b.rule.level) - alertLevels.indexOf(a.rule.level))
}

const nameOf = (type: MonitorType, { names }: CounterInfo, language: Language): string =>
  `${type.names[language]} · ${names[language]}`.slice(0, maxNameLength)
