import { describe, expect, test } from 'vitest'
import { projectFaults, propertiesFault } from './project-rules.ts'

const fields = {
  plannedStartAt: null,
  plannedEndAt: null,
  actualStartAt: null,
  actualEndAt: null,
  dynamicProperties: [],
}
const property = (name: string, displayType: 'text' | 'select' = 'text', options = '') => ({
  name,
  displayType,
  options,
})

describe('rules of a project form', () => {
  test('the end must not be earlier than the start, planned and actual', () => {
    expect(projectFaults({ ...fields, plannedStartAt: 2, plannedEndAt: 1 })).toEqual({
      plannedEndAt: 'project.endBeforeStart',
    })
    expect(projectFaults({ ...fields, actualStartAt: 2, actualEndAt: 1 })).toEqual({
      actualEndAt: 'project.endBeforeStart',
    })
    expect(projectFaults({ ...fields, plannedStartAt: 1, plannedEndAt: 1 })).toEqual({})
  })

  test('a template needs at least two ticked properties', () => {
    expect(projectFaults(fields, { id: 'x', ticked: ['a'] })).toEqual({
      templateProperties: 'project.templateNeedsTwo',
    })
    expect(projectFaults(fields, { id: 'x', ticked: ['a', 'b'] })).toEqual({})
    expect(projectFaults(fields, { id: null, ticked: [] })).toEqual({})
  })

  test('properties have unique names, and choices where the display type shows choices', () => {
    expect(propertiesFault([property('a'), property(' a ')])).toBe('property.needsName')
    expect(propertiesFault([property('')])).toBe('property.needsName')
    expect(propertiesFault([property('a', 'select', ' ; ')])).toBe('property.needsOptions')
    expect(propertiesFault([property('a', 'select', 'x;y')])).toBeNull()
  })
})
