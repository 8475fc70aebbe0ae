/** If: runs its steps only if a condition holds. */
import {
  checkCondition,
  conditionFields,
  conditionForm,
  conditionSummary,
  newCondition,
} from '../condition.ts'
import { defineStep } from '../definition.ts'

export const ifStep = defineStep({
  kind: 'if',
  variants: [conditionFields],
  variantBy: null,
  holdsSteps: true,
  group: 'choice',
  icon: 'branch',
  tone: 'orange',
  title: { zh: '条件', en: 'If' },
  help: { zh: '条件成立时才执行', en: 'Runs the steps inside only if a condition is true' },
  defaults: newCondition,
  form: [
    ...conditionForm,
    {
      item: 'note',
      text: { zh: '条件成立时才执行下面的步骤。', en: 'The steps below run only if the condition is true.' },
    },
  ],
  problems: {},
  check: checkCondition,
  summary: conditionSummary,
  short: { head: ['left', 'operator', 'right'], builder: 'when' },
})
