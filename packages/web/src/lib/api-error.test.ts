import { failureSchema } from '@pone/contract/answer.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureOf } from './api-error.ts'

test('a body is a failure only with status 500 or 401', () => {
  expect(failureOf({ status: 500, code: 'NotFound', message: 'x' })?.code).toBe('NotFound')
  expect(failureOf({ status: 401, code: 'LoginTimeout', message: 'x' })?.status).toBe(401)
  expect(failureOf({ status: 200, data: {} })).toBeNull()
  expect(failureOf('nonsense')).toBeNull()
})

test('a body is a failure here exactly when the schema of the contract says so', () => {
  const odd = fc.constantFrom<unknown>(undefined, null, 1, 'x', [], {}, true)
  const fieldError = fc.record({
    path: fc.oneof(fc.array(fc.oneof(fc.string(), fc.nat(), odd), { maxLength: 2 }), odd),
    message: fc.oneof(fc.string(), odd),
  })
  const body = fc.record(
    {
      status: fc.oneof(fc.constantFrom(500, 401, 200), odd),
      code: fc.oneof({ weight: 4, arbitrary: fc.string() }, odd),
      message: fc.oneof({ weight: 4, arbitrary: fc.string() }, odd),
      params: fc.oneof(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.nat(), odd), { maxKeys: 2 }), odd),
      fields: fc.oneof(fc.array(fc.oneof(fieldError, odd), { maxLength: 2 }), odd),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: body }, odd), sent => {
      // As it comes over the wire.
      const arrived: unknown = JSON.parse(JSON.stringify(sent) ?? 'null')
      expect(failureOf(arrived) !== null).toBe(failureSchema.safeParse(arrived).success)
    }),
    { numRuns: 2_000 },
  )
})
