/** Percentage: runs its steps in this share of the passes, 0 to 100 %. */
import { formatNumber } from '@pone/metrics/figures.ts'
import { z } from 'zod'
import { defineStep } from '../definition.ts'

export const percentageStep = defineStep({
  kind: 'percentage',
  variants: [{ percentage: z.number().min(0).max(100) }],
  variantBy: null,
  holdsSteps: true,
  group: 'choice',
  icon: 'percent',
  tone: 'orange',
  title: { zh: '百分比', en: 'Percentage' },
  help: { zh: '按比例执行其中的步骤', en: 'Runs the steps inside for a percentage of the executions' },
  defaults: { percentage: 50 },
  form: [
    {
      name: 'percentage',
      widget: 'percentage',
      label: { zh: '执行比例', en: 'Percentage of executions' },
      hint: ({ percentage }) => ({
        zh: `每 100 次经过这里，有 ${Number(percentage)} 次执行下面的步骤，分布均匀。`,
        en: `Of every 100 executions, ${Number(percentage)} run the steps below, evenly distributed.`,
      }),
    },
  ],
  problems: {
    badPercentage: { zh: '百分比应在 0 到 100 之间', en: 'The percentage must be between 0 and 100' },
  },
  check({ percentage }, report) {
    if (!(percentage >= 0 && percentage <= 100)) report('percentage', 'badPercentage')
  },
  summary({ percentage }) {
    const text = formatNumber(percentage)
    return { zh: `${text}% 的次数执行`, en: `in ${text}% of the passes` }
  },
  short: { head: 'percentage', builder: 'percentage' },
})
