/** Pacing: waits until so much time has passed since the user was here last; the first time it does not wait. */
import { z } from 'zod'
import { defineStep } from '../definition.ts'
import { checkSpread, waitingForm, waitingProblems, waitingSummary, waitingTimes } from '../waiting-time.ts'

export const pacingStep = defineStep({
  kind: 'pacing',
  variants: [{ distribution: z.enum(['fixed', 'uniform']).default('fixed'), ...waitingTimes }],
  variantBy: null,
  holdsSteps: false,
  group: 'wait',
  icon: 'gauge',
  tone: 'plain',
  title: { zh: '迭代间隔（Pacing）', en: 'Pacing' },
  help: { zh: '两次经过之间保持固定间隔', en: 'Keeps a fixed interval between two executions' },
  defaults: { distribution: 'fixed', durationMs: 10_000, spreadMs: 0 },
  form: [
    ...waitingForm(['fixed', 'uniform']),
    {
      item: 'note',
      text: {
        zh: '从该用户上次经过这里算起，不足这个时间就等待；第一次经过不等待。',
        en: 'Waits until this time has passed since the user last reached this step; no wait the first time.',
      },
    },
  ],
  problems: waitingProblems,
  check: checkSpread,
  summary: waitingSummary,
  short: { head: 'durationMs', builder: 'pacing' },
})
