import { expect, test } from 'vitest'
import { toggleFunction } from './role-functions.ts'

test('who may change a thing may also see it', () => {
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

test('without seeing a thing nothing can be done to it', () => {
  expect(
    toggleFunction(['project.view', 'run.view', 'run.execute', 'report.generate'], 'run.view', false),
  ).toEqual(['project.view', 'scenario.view'])
  expect(toggleFunction(['project.view', 'member.view'], 'project.view', false)).toEqual([])
})

test('ticking a function ticks all that it needs, also over several steps', () => {
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
