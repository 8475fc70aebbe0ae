import { failureSchema } from '@pone/contract/answer.ts'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError, errorMessage, failureOf, isAborted, NetworkError, showError } from './api-error.ts'
import { type Notice, onNotice } from './notices.ts'
import { session } from './session/session.ts'
import { texts } from './texts.ts'

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
      // In the format of a response.
      const arrived: unknown = JSON.parse(JSON.stringify(sent) ?? 'null')
      expect(failureOf(arrived) !== null).toBe(failureSchema.safeParse(arrived).success)
    }),
    { numRuns: 2_000 },
  )
})

const refusal = (code: string, status: 500 | 401 = 500, params?: Record<string, string>) =>
  new ApiError({ status, code, message: 'It is so.', ...(params && { params }) })
const abort = new DOMException('aborted', 'AbortError')

test('an error as a text; a file that no longer exists has its own text', async () => {
  session.set({ language: 'en' })
  await texts.show('en')
  const gone = errorMessage(new DOMException('', 'NotReadableError'))
  expect(errorMessage(refusal('NameExists'))).toBe('It is so.')
  expect(errorMessage(new DOMException('', 'NotFoundError'))).toBe(gone)
  expect(
    new Set([
      gone,
      errorMessage(new TypeError('x')),
      errorMessage(new NetworkError('timeout')),
      errorMessage(new NetworkError('offline')),
    ]).size,
  ).toBe(4)
  expect(errorMessage(new DOMException('', 'DataError'))).toBe(errorMessage(new TypeError('x')))
})

test('recognises only aborts', () => {
  expect([
    isAborted(abort),
    isAborted(new DOMException('', 'DataError')),
    isAborted(new Error('AbortError')),
  ]).toEqual([true, false, false])
})

test('unexpected errors are a dialog with their reference; the end of a session and aborts are not shown', () => {
  const shown: Notice[] = []
  onTestFinished(onNotice(notice => shown.push(notice)))
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => log.mockRestore())
  const kindOf = (error: unknown) => {
    shown.length = 0
    showError(error)
    return shown.map(({ kind, reference }) => (reference === undefined ? kind : `${kind} ${reference}`))
  }
  expect(kindOf(abort)).toEqual([])
  expect(kindOf(refusal('LoginTimeout', 401))).toEqual([])
  expect(kindOf(refusal('NameExists'))).toEqual(['error'])
  expect(kindOf(new NetworkError('offline'))).toEqual(['error'])
  expect(kindOf(refusal('OperationFailed', 500, { reference: 'r7' }))).toEqual(['dialog r7'])
  expect(kindOf(refusal('OperationFailed'))).toEqual(['dialog'])
  expect(log).not.toHaveBeenCalled()
  expect(kindOf(new TypeError('broken'))).toEqual(['dialog'])
  expect(log).toHaveBeenCalledOnce()
})
