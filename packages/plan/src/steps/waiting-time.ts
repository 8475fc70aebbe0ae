/** A time to wait that is fixed or drawn anew for every wait: its fields, shared by think time and pacing. */
import { formatMs } from '@pone/metrics/figures.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { FieldOption, Form, FormValues } from '@pone/schema/form.ts'
import type { ReportProblem } from '@pone/schema/protocol.ts'
import { z } from 'zod'

interface WaitingTime {
  readonly distribution: 'fixed' | 'uniform' | 'normal'
  readonly durationMs: number
  readonly spreadMs: number
}

export const waitingTimes = {
  /** fixed: the time; uniform: the shortest; normal: the mean. */
  durationMs: z.int().min(0).max(3_600_000),
  /** uniform: the longest; normal: the standard deviation. */
  spreadMs: z.int().min(0).max(3_600_000).default(0),
}

const distributions: Readonly<Record<WaitingTime['distribution'], Bilingual>> = {
  fixed: { zh: '固定', en: 'Fixed' },
  uniform: { zh: '均匀', en: 'Uniform' },
  normal: { zh: '正态', en: 'Normal' },
}

/** The fields of the time; `offered` lists the distributions to choose from. */
export const waitingForm = (offered: readonly WaitingTime['distribution'][]): Form => [
  {
    name: 'distribution',
    widget: 'choice',
    label: { zh: '分布', en: 'Distribution' },
    hint: {
      zh: '固定：每次相同；均匀：在最短与最长之间等概率；正态：大多接近平均值。',
      en: 'Fixed: the same time each time. Uniform: any time between minimum and maximum is equally likely. Normal: mostly close to the mean.',
    },
    options: offered.map((value): FieldOption => ({ value, label: distributions[value] })),
    alsoSets: (value, values) => ({ spreadMs: spreadFor(value, values) }),
  },
  timeField('durationMs', 'fixed', '时间', 'Time'),
  timeField('durationMs', 'uniform', '最短', 'Minimum'),
  timeField('spreadMs', 'uniform', '最长', 'Maximum'),
  ...(offered.includes('normal')
    ? [
        timeField('durationMs', 'normal', '平均', 'Mean'),
        timeField('spreadMs', 'normal', '标准差', 'Standard deviation'),
      ]
    : []),
]

const timeField = (name: string, distribution: string, zh: string, en: string): Form[number] => ({
  name,
  widget: 'number',
  unit: 'ms',
  label: { zh, en },
  hint: {
    zh: '单位毫秒，0 到 3600000；例如 1000 为 1 秒。',
    en: 'In ms, from 0 to 3600000; for example 1000 for 1 second.',
  },
  when: { name: 'distribution', isOneOf: [distribution] },
})

/** The spread that makes sense after a change of distribution: a uniform time needs its longest above its shortest. */
function spreadFor(distribution: unknown, values: FormValues): number {
  const [durationMs, spreadMs] = [Number(values['durationMs']), Number(values['spreadMs'])]
  if (distribution === 'fixed') return spreadMs
  return distribution === 'uniform'
    ? Math.max(spreadMs, durationMs * 2)
    : Math.min(spreadMs, Math.round(durationMs / 4))
}

export const waitingProblems = {
  badSpread: { zh: '最长时间不能小于最短时间', en: 'The maximum must not be less than the minimum' },
}

export function checkSpread(time: WaitingTime, report: ReportProblem): void {
  if (time.distribution === 'uniform' && time.spreadMs < time.durationMs) report('spreadMs', 'badSpread')
}

export function waitingSummary({ distribution, durationMs, spreadMs }: WaitingTime): Bilingual {
  const [time, spread] = [formatMs(durationMs), formatMs(spreadMs)]
  if (distribution === 'fixed') return { zh: time, en: time }
  const text = distribution === 'uniform' ? `${time} – ${spread}` : `${time} ± ${spread}`
  return { zh: text, en: text }
}
