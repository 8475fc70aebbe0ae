import type { Engine } from '@pone/plan/engines/engine.ts'
import { expect, test } from 'vitest'
import { scenarioOptions } from './scenario-options.ts'

const scenario = (name: string, folder: string, engine: Engine) => ({
  id: name,
  name,
  folder,
  engine,
})

const words = { whyNot: 'of JMeter', noFolder: 'In no set' }

test('a set offers scenarios of its type by folder, and shows why the others cannot be selected', () => {
  const scenarios = [
    scenario('Alone', '', 'pr'),
    scenario('Shop', 'Daily', 'pr'),
    scenario('Old plan', 'Daily', 'jmeter'),
    scenario('Pay', 'Daily', 'pr'),
    scenario('Peak', 'Sales', 'pr'),
  ]
  expect(scenarioOptions(scenarios, 'pr', words)).toEqual([
    { label: 'In no set', options: [{ value: 'Alone', label: 'Alone' }] },
    {
      label: 'Daily',
      options: [
        { value: 'Shop', label: 'Shop' },
        { value: 'Pay', label: 'Pay' },
      ],
    },
    { label: 'Sales', options: [{ value: 'Peak', label: 'Peak' }] },
    { label: 'of JMeter', options: [{ value: 'Old plan', label: 'Old plan', disabled: true }] },
  ])
})

test('other engines are not mentioned where there are none', () => {
  expect(scenarioOptions([scenario('Old plan', 'Daily', 'jmeter')], 'jmeter', words)).toHaveLength(1)
  expect(scenarioOptions([], 'pr', words)).toEqual([])
})
