/** Transaction: groups steps under one name and times them together. */
import { defineStep } from '../definition.ts'
import { countSteps } from '../held-steps.ts'

export const transactionStep = defineStep({
  kind: 'transaction',
  variants: [{}],
  variantBy: null,
  holdsSteps: true,
  label: 'transaction',
  group: 'group',
  icon: 'frame',
  tone: 'violet',
  title: { zh: '事务', en: 'Transaction' },
  help: { zh: '把若干步骤合在一起计时', en: 'Times several steps together' },
  defaults: {},
  form: [
    {
      item: 'note',
      text: {
        zh: '把其中的步骤合在一起计时，报告中单独一行。其中任何请求失败，事务即失败；思考时间不计入。',
        en: 'Times the steps inside together and shows them in one row of the report. The transaction fails if any request inside fails; think time is not included.',
      },
    },
  ],
  problems: {},
  summary({ children }) {
    const count = countSteps(children)
    return { zh: `${count} 个步骤`, en: count === 1 ? '1 step' : `${count} steps` }
  },
  short: { head: 'name', builder: 'transaction' },
})
