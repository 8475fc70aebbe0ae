/** Think time: a pause, as a person makes between two requests. */
import { z } from 'zod'
import { defineStep } from '../definition.ts'
import { checkSpread, waitingForm, waitingProblems, waitingSummary, waitingTimes } from '../waiting-time.ts'

const help = (distribution: string, zh: string, en: string) => ({
  item: 'note' as const,
  text: { zh, en },
  when: { name: 'distribution', isOneOf: [distribution] },
})

export const thinkTimeStep = defineStep({
  kind: 'thinkTime',
  variants: [{ distribution: z.enum(['fixed', 'uniform', 'normal']).default('fixed'), ...waitingTimes }],
  variantBy: null,
  holdsSteps: false,
  group: 'wait',
  icon: 'clock',
  tone: 'plain',
  title: { zh: '思考时间', en: 'Think time' },
  help: { zh: '模拟用户停顿', en: 'Simulates a pause of the user' },
  defaults: { distribution: 'fixed', durationMs: 1_000, spreadMs: 0 },
  form: [
    ...waitingForm(['fixed', 'uniform', 'normal']),
    help('fixed', '每次停顿同样的时间。', 'Every pause has the same length.'),
    help(
      'uniform',
      '在最短与最长之间等概率取值。',
      'Any time between minimum and maximum is equally likely.',
    ),
    help(
      'normal',
      '大多接近平均值：约 68% 落在平均值加减一个标准差之内。',
      'Mostly close to the mean: about 68 % of the pauses are within one standard deviation of the mean.',
    ),
    { item: 'part', name: 'changedThinkTime' },
  ],
  problems: waitingProblems,
  check: checkSpread,
  summary: waitingSummary,
  short: { head: 'durationMs', builder: 'thinkTime' },
})
