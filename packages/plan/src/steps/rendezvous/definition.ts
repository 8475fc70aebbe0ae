/** Rendezvous: holds users until enough of them are here, then lets all go at once. */
import { formatNumber } from '@pone/metrics/figures.ts'
import { z } from 'zod'
import { defineStep } from '../definition.ts'

const condition = { zh: '集合条件', en: 'Release condition' }

export const rendezvousStep = defineStep({
  kind: 'rendezvous',
  variants: [
    {
      /** users: that many; percent: of the users at work in the whole run. */
      gather: z.enum(['users', 'percent']).default('percent'),
      quantity: z.number().min(1).max(1_000_000).default(100),
      /** After this time the users that have arrived go on. */
      timeoutSeconds: z.number().min(1).max(3_600).default(30),
    },
  ],
  variantBy: null,
  holdsSteps: false,
  gathersUsers: true,
  group: 'wait',
  icon: 'people',
  tone: 'plain',
  title: { zh: '集合点', en: 'Rendezvous' },
  help: {
    zh: '等够用户后一起继续',
    en: 'Waits until enough users have arrived, then releases them together',
  },
  defaults: { gather: 'percent', quantity: 100, timeoutSeconds: 30 },
  form: [
    {
      item: 'row',
      label: condition,
      problemsOf: 'quantity',
      hint: {
        zh: '到达这么多用户后一起继续；百分比按整个执行中活动的用户计算，100% 为全部。',
        en: 'When this number of users has arrived, they continue together. The percentage refers to all active users of the run; 100 % means all.',
      },
      fields: [
        {
          name: 'gather',
          widget: 'choice',
          label: condition,
          options: [
            { value: 'percent', label: { zh: '用户百分比', en: 'Percentage of users' } },
            { value: 'users', label: { zh: '用户数', en: 'Number of users' } },
          ],
          alsoSets: value => ({ quantity: value === 'percent' ? 100 : 10 }),
        },
        {
          name: 'quantity',
          widget: 'number',
          label: condition,
          unit: '%',
          max: 100,
          when: { name: 'gather', isOneOf: ['percent'] },
        },
        {
          name: 'quantity',
          widget: 'number',
          label: condition,
          when: { name: 'gather', isOneOf: ['users'] },
        },
      ],
    },
    {
      name: 'timeoutSeconds',
      widget: 'number',
      unit: 's',
      label: { zh: '最长等待', en: 'Max wait' },
      hint: {
        zh: '等待这么久的用户不再等，继续执行。',
        en: 'Users that have waited this long continue without waiting further.',
      },
    },
    {
      item: 'note',
      text: {
        zh: '用户在此等待，人数够了就同时继续，用来制造瞬间并发，例如秒杀。等待时间不计入响应时间。',
        en: 'Users wait here until enough have arrived, then continue at the same moment, to create concurrent requests (for example a flash sale). The wait is not included in response times.',
      },
    },
  ],
  problems: {
    badPercentage: { zh: '百分比应在 0 到 100 之间', en: 'The percentage must be between 0 and 100' },
    badUserCount: { zh: '集合人数应为整数', en: 'The number of users must be an integer' },
  },
  check({ gather, quantity }, report) {
    if (gather === 'percent' && quantity > 100) report('quantity', 'badPercentage')
    if (gather === 'users' && !Number.isInteger(quantity)) report('quantity', 'badUserCount')
  },
  summary({ gather, quantity }) {
    const text = formatNumber(quantity)
    return gather === 'users'
      ? { zh: `等待 ${text} 个用户`, en: `waits for ${text} users` }
      : { zh: `等待 ${text}% 的用户`, en: `waits for ${text}% of the users` }
  },
  short: { head: 'name', builder: 'rendezvous' },
})
