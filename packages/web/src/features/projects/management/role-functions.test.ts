import { expect, test } from 'vitest'
import { toggleFunction } from './role-functions.ts'

test('the permission to change implies the permission to view', () => {
  expect(toggleFunction([], 'component.edit', true)).toEqual([
    'project.view',
    'component.view',
    'component.edit',
  ])
  expect(toggleFunction(['project.view'], 'role.edit', true)).toEqual([
    'project.view',
    'member.view',
    'role.edit',
  ])
  expect(toggleFunction(['project.view'], 'report.generate', true)).toEqual([
    'project.view',
    'run.view',
    'report.generate',
  ])
})

test('without the permission to view nothing can be done', () => {
  expect(
    toggleFunction(['project.view', 'run.view', 'run.execute', 'report.generate'], 'run.view', false),
  ).toEqual(['project.view', 'scenario.view'])
  expect(toggleFunction(['project.view', 'member.view'], 'project.view', false)).toEqual([])
})

test('selecting a function selects all that it depends on, also over several steps', () => {
  expect(toggleFunction([], 'scenario.edit', true)).toEqual([
    'project.view',
    'component.view',
    'scenario.view',
    'scenario.edit',
  ])
  expect(
    toggleFunction(
      ['project.view', 'component.view', 'scenario.view', 'scenario.edit'],
      'component.view',
      false,
    ),
  ).toEqual(['project.view', 'scenario.view'])
})
