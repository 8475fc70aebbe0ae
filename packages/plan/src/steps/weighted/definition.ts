/** Weighted: runs one of its steps per pass, in proportion to their weights, exactly over all passes of a load worker. */
import { z } from 'zod'
import { defineStep } from '../definition.ts'
import { oneOf } from '../held-steps.ts'

type Weights = Readonly<Record<string, unknown>>
const isWeights = (value: unknown): value is Weights =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const weightsOf = ({ weights }: Weights): Weights => (isWeights(weights) ? weights : {})

const renamed = (weights: Readonly<Record<string, number>>, newIds: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    Object.entries(weights).flatMap(([id, weight]) => {
      const newId = newIds.get(id)
      return newId === undefined ? [] : [[newId, weight]]
    }),
  )

export const weightedStep = defineStep({
  kind: 'weighted',
  variants: [
    {
      /** By id of the child; a child without one weighs 1. */
      weights: z.record(z.string().max(64), z.number().min(0).max(1_000_000)).default({}),
    },
  ],
  variantBy: null,
  holdsSteps: true,
  group: 'choice',
  icon: 'pie',
  tone: 'orange',
  title: { zh: '按权重选择', en: 'Weighted choice' },
  help: { zh: '按权重执行其中一个步骤', en: 'Runs one of the steps inside, selected by weight' },
  defaults: { weights: {} },
  form: [
    {
      item: 'note',
      text: {
        zh: '每次经过时执行下面的一个步骤，各步骤的执行次数严格符合权重比例。',
        en: 'Each time, one of the steps below runs. The numbers of executions match the weights exactly.',
      },
    },
    { item: 'part', name: 'weights' },
  ],
  problems: {
    noWeight: {
      zh: '所有权重都是 0，其中的步骤不会执行',
      en: 'All weights are 0; the steps inside never run',
    },
  },
  check({ children = [], weights }, report) {
    const enabled = children.filter(child => child.enabled)
    if (enabled.length > 0 && enabled.every(child => weights[child.id] === 0)) report('weights', 'noWeight')
  },
  summary: oneOf,
  underNewIds: ({ weights }, newIds) => ({ weights: renamed(weights, newIds) }),
  withCopiesOf: ({ weights }, newIds) => ({ weights: { ...weights, ...renamed(weights, newIds) } }),
  short: {
    head: 'name',
    builder: 'weighted',
    expandChildren(children, fields) {
      const weights: Record<string, unknown> = { ...weightsOf(fields) }
      for (const child of children) {
        if (!('weight' in child)) continue
        weights[String(child['id'])] = child['weight']
        delete child['weight']
      }
      return { ...fields, weights }
    },
    fieldsOfChild: (fields, id) => {
      const weights = weightsOf(fields)
      return Object.hasOwn(weights, id) ? { weight: weights[id] } : {}
    },
    withoutChildren({ weights, ...fields }, ids) {
      const rest = Object.entries(weightsOf({ weights })).filter(([id]) => !ids.includes(id))
      return rest.length === 0 ? fields : { ...fields, weights: Object.fromEntries(rest) }
    },
  },
})
