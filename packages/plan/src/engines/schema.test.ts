import { expect, test } from 'vitest'
import { z } from 'zod'
import { scenarioDocumentSchema } from '../scenario/scenario.ts'
import { engineSchema } from './schema.ts'

test.each([
  ['pr', 'pr'],
  ['jmeter', 'jmeter'],
  ['PR', 'pr'],
  ['JMeter', 'jmeter'],
])('an engine written as %s is read as %s', (written, name) => {
  expect(engineSchema.parse(written)).toBe(name)
})

test.each(['', 'Jmeter', 'k6', null, 1])('%s is no engine', value => {
  expect(engineSchema.safeParse(value).success).toBe(false)
})

test('one spelling is documented, for what is sent and what is answered', () => {
  for (const io of ['input', 'output'] as const)
    expect(z.toJSONSchema(engineSchema, { io })).toMatchObject({ enum: ['pr', 'jmeter'] })
})

test('a scenario has the settings of each engine that has some, filled with defaults', () => {
  expect(scenarioDocumentSchema.parse({})).toMatchObject({
    engine: 'pr',
    jmeter: {
      version: '',
      properties: [],
      jvmOptions: [],
      countsSubSamples: false,
      setUpOn: 'everyMachine',
    },
  })
})
