/** Random: runs one of its steps per pass, each as likely as the others. */
import { defineStep } from '../definition.ts'
import { countOf, oneOf } from '../held-steps.ts'

export const randomStep = defineStep({
  kind: 'random',
  variants: [{}],
  variantBy: null,
  holdsSteps: true,
  group: 'choice',
  icon: 'nodes',
  tone: 'orange',
  title: { zh: '随机选择', en: 'Random choice' },
  help: { zh: '每次随机执行其中一个步骤', en: 'Runs one of the steps inside at random' },
  defaults: {},
  form: [
    {
      item: 'note',
      text: ({ children }) => ({
        zh: `每次经过时，从下面的 ${countOf(children)} 个步骤中等概率地选一个执行。要执行多个步骤，请把它们放进事务或循环。`,
        en: `Each time, one of the ${countOf(children)} steps below is selected with equal probability. To run several steps together, put them into a transaction or loop.`,
      }),
    },
  ],
  problems: {},
  summary: oneOf,
  short: { head: 'name', builder: 'random' },
})
