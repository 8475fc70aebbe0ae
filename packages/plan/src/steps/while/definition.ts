/** While: repeats its steps while a condition holds, looked at before each pass. */
import { z } from 'zod'
import {
  checkCondition,
  conditionFields,
  conditionForm,
  conditionSummary,
  newCondition,
} from '../condition.ts'
import { defineStep } from '../definition.ts'

export const whileStep = defineStep({
  kind: 'while',
  variants: [
    {
      ...conditionFields,
      /** Ends the loop even if the condition still holds; 0 = no limit. */
      maxPasses: z.int().min(0).max(1_000_000_000).default(1_000),
    },
  ],
  variantBy: null,
  holdsSteps: true,
  group: 'group',
  icon: 'cycle',
  tone: 'orange',
  title: { zh: '条件循环', en: 'While' },
  help: { zh: '条件成立期间重复执行', en: 'Repeats the steps inside while a condition is true' },
  defaults: { ...newCondition, maxPasses: 1_000 },
  form: [
    ...conditionForm,
    {
      name: 'maxPasses',
      widget: 'number',
      label: { zh: '最多次数', en: 'Max iterations' },
      hint: {
        zh: '到此次数即使条件仍成立也结束，0 为不限。',
        en: 'The loop ends after this number even if the condition is still true; 0 for no limit.',
      },
    },
    {
      item: 'note',
      text: {
        zh: '每次执行前判断条件，成立才执行下面的步骤。',
        en: 'The condition is evaluated before each iteration; the steps below run only if it is true.',
      },
    },
  ],
  problems: {},
  check: checkCondition,
  summary: conditionSummary,
  short: { head: ['left', 'operator', 'right', 'maxPasses'], builder: 'whileLoop' },
})
