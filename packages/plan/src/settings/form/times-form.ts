/** Think time, pacing, errors and log among the run-time settings. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { type FormItem, valueAt } from '@pone/schema/form.ts'

const thinkTimes = {
  asRecorded: {
    label: { zh: '按步骤', en: 'As in the steps' },
    hint: { zh: '按思考时间步骤中的设置停顿。', en: 'Pauses as set in the think-time steps.' },
  },
  ignore: {
    label: { zh: '忽略', en: 'Ignore' },
    hint: { zh: '不停顿，施加最大压力。', en: 'No pauses, for maximum load.' },
  },
  factor: {
    label: { zh: '乘以倍数', en: 'Multiply by factor' },
    hint: { zh: '步骤中的时间乘以这个倍数。', en: 'The times in the steps are multiplied by this factor.' },
  },
  randomPercent: {
    label: { zh: '随机百分比', en: 'Random percentage' },
    hint: {
      zh: '在步骤时间的这个百分比范围内随机取值。',
      en: 'A random percentage of the step time within this range.',
    },
  },
} as const satisfies Readonly<Record<string, { label: Bilingual; hint: Bilingual }>>

const isThinkTime = (mode: unknown): mode is keyof typeof thinkTimes =>
  typeof mode === 'string' && Object.hasOwn(thinkTimes, mode)

const thinkTimeLabel = { zh: '思考时间', en: 'Think time' }
const isRandomPercent = { name: 'thinkTime.mode', isOneOf: ['randomPercent'] }

const thinkTimeRow: FormItem = {
  item: 'row',
  label: thinkTimeLabel,
  problemsOf: 'thinkTime',
  hint: values => {
    const mode = valueAt(values, 'thinkTime.mode')
    return isThinkTime(mode) ? thinkTimes[mode].hint : null
  },
  fields: [
    {
      name: 'thinkTime',
      label: thinkTimeLabel,
      widget: 'variant',
      by: 'mode',
      options: Object.entries(thinkTimes).map(([value, { label }]) => ({ value, label })),
      starts: { asRecorded: {}, ignore: {}, factor: { factor: 1 }, randomPercent: { from: 50, to: 150 } },
    },
    {
      name: 'thinkTime.factor',
      label: thinkTimes.factor.label,
      widget: 'number',
      unit: '×',
      digits: 2,
      when: { name: 'thinkTime.mode', isOneOf: ['factor'] },
    },
    {
      name: 'thinkTime.from',
      label: { zh: '最小百分比', en: 'Min percentage' },
      widget: 'number',
      unit: '%',
      when: isRandomPercent,
    },
    {
      name: 'thinkTime.to',
      label: { zh: '最大百分比', en: 'Max percentage' },
      widget: 'number',
      unit: '%',
      lead: '–',
      when: isRandomPercent,
    },
  ],
}

const pacingLabel = { zh: '迭代间隔', en: 'Pacing' }
const isRandomPacing = { name: 'pacing.mode', isOneOf: ['random'] }

const pacingRow: FormItem = {
  item: 'row',
  label: pacingLabel,
  problemsOf: 'pacing',
  hint: {
    zh: '从一次迭代开始到下一次迭代开始的时间；迭代本身更长时立即开始下一次。',
    en: 'Time from the start of one iteration to the start of the next. If an iteration takes longer, the next one starts immediately.',
  },
  fields: [
    {
      name: 'pacing',
      label: pacingLabel,
      widget: 'variant',
      by: 'mode',
      options: [
        { value: 'none', label: { zh: '无', en: 'None' } },
        { value: 'fixed', label: { zh: '固定', en: 'Fixed' } },
        { value: 'random', label: { zh: '随机', en: 'Random' } },
      ],
      starts: { none: {}, fixed: { durationMs: 1_000 }, random: { fromMs: 1_000, toMs: 3_000 } },
    },
    {
      name: 'pacing.durationMs',
      label: { zh: '间隔', en: 'Interval' },
      widget: 'number',
      unit: 'ms',
      when: { name: 'pacing.mode', isOneOf: ['fixed'] },
    },
    {
      name: 'pacing.fromMs',
      label: { zh: '最短间隔', en: 'Min interval' },
      widget: 'number',
      unit: 'ms',
      when: isRandomPacing,
    },
    {
      name: 'pacing.toMs',
      label: { zh: '最长间隔', en: 'Max interval' },
      widget: 'number',
      unit: 'ms',
      lead: '–',
      when: isRandomPacing,
    },
  ],
}

export const timeItems: readonly FormItem[] = [
  thinkTimeRow,
  {
    name: 'thinkTimeCapMs',
    label: { zh: '思考时间上限', en: 'Think time limit' },
    hint: { zh: '0 表示不限。', en: '0 for no limit.' },
    widget: 'number',
    unit: 'ms',
  },
  pacingRow,
]

export const errorItems: readonly FormItem[] = [
  {
    name: 'continueOnError',
    label: { zh: '出错后继续', en: 'Continue on error' },
    hint: { zh: '关闭时，请求失败即结束本次迭代。', en: 'If off, a failed request ends the iteration.' },
    widget: 'boolean',
  },
  {
    name: 'log',
    label: { zh: '日志', en: 'Log' },
    hint: {
      zh: '完整日志只适合调试，大并发时会影响施压能力。',
      en: 'The full log is for debugging only; with many users it reduces the load that can be generated.',
    },
    widget: 'choice',
    options: [
      { value: 'off', label: { zh: '关闭', en: 'Off' } },
      { value: 'onError', label: { zh: '仅出错时', en: 'On errors' } },
      { value: 'full', label: { zh: '完整', en: 'Full' } },
    ],
  },
]
