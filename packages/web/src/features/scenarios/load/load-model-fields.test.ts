import { loadModels, peak, problemsOf } from '@pone/plan/load-models/registry.ts'
import { type LoadModel, type LoadModelKind, loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { describe, expect, it } from 'vitest'
import { fieldsOf, stageFields, switchedTo } from './load-model-fields.ts'

const allKinds = Object.keys(loadModels) as LoadModelKind[]
/** The fields of thread groups are those of the components. */
const kinds = allKinds.filter(kind => kind !== 'threadGroups')
const constant: LoadModel = { kind: 'constant', users: 20, rampUpSeconds: 5, durationSeconds: 60, loops: 0 }

describe('load model form', () => {
  it.each(kinds.flatMap(from => kinds.map(to => [from, to] as const)))(
    'turns %s into a valid %s with the same peak',
    (from, to) => {
      const start = switchedTo(constant, from)
      const turned = switchedTo(start, to)
      expect(loadModelSchema.safeParse(turned).success).toBe(true)
      expect(problemsOf(turned)).toEqual([])
      expect(Math.round(peak(turned))).toBe(20)
    },
  )

  it.each(allKinds)('turns thread groups into a valid %s and back', kind => {
    const groups = switchedTo(constant, 'threadGroups')
    const turned = switchedTo(groups, kind)
    expect(loadModelSchema.safeParse(turned).success).toBe(true)
    expect(problemsOf(turned)).toEqual([])
    expect(switchedTo(turned, 'threadGroups')).toEqual(groups)
  })

  it.each(kinds)('shows every field of %s', kind => {
    const model = switchedTo(constant, kind)
    const shown = kind === 'userDefined' ? stageFields : fieldsOf(kind)
    const holder = model.kind === 'userDefined' ? model.rows[0] : model
    expect(shown.map(field => field.name).toSorted()).toEqual(
      Object.keys(holder ?? {})
        .filter(name => name !== 'kind')
        .toSorted(),
    )
  })
})
