/** Loop: repeats its steps. */
import { template } from '@pone/schema/template.ts'
import { defineStep } from '../definition.ts'

export const loopStep = defineStep({
  kind: 'loop',
  /** A number, or a template that gives one. */
  variants: [{ count: template(200) }],
  variantBy: null,
  holdsSteps: true,
  group: 'group',
  icon: 'repeat',
  tone: 'orange',
  title: { zh: '循环', en: 'Loop' },
  help: { zh: '重复执行其中的步骤', en: 'Repeats the steps inside' },
  defaults: { count: '2' },
  form: [
    {
      name: 'count',
      widget: 'template',
      widthPx: 280,
      label: { zh: '次数', en: 'Count' },
      hint: {
        zh: '整数，或得出整数的表达式，如 ${times}。',
        en: 'Integer, or an expression that returns an integer, for example ${times}.',
      },
    },
  ],
  problems: {
    badCount: {
      zh: '循环次数“{value}”应为不小于 0 的整数',
      en: 'The loop count “{value}” must be an integer of at least 0',
    },
  },
  check({ count }, report) {
    const value = count.trim()
    if (!value.includes('${') && !/^\d+$/.test(value)) report('count', 'badCount', { value })
  },
  summary: ({ count }) => ({ zh: `重复 ${count} 次`, en: `${count} times` }),
  short: { head: 'count', builder: 'loop' },
})
