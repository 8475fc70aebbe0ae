import { expect, test } from 'vitest'
import { createRunWriter } from './run-writer.ts'

const errors = { isUnavailable: (error: unknown) => error instanceof Error && 'code' in error }
const gone = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('writes wait for a database that is away, and keep their order', async () => {
  const failures: string[] = []
  const writer = createRunWriter(errors, what => failures.push(what))
  const written: string[] = []
  let attempts = 0
  writer.add('first', async () => {
    attempts += 1
    if (attempts < 3) throw gone()
    written.push('first')
  })
  writer.add('second', async () => {
    written.push('second')
  })
  expect(writer.isBusy).toBe(true)
  await writer.stored()
  expect(written).toEqual(['first', 'second'])
  expect(failures).toEqual(['first', 'first'])
  expect(writer.isBusy).toBe(false)
})

test('a write that fails for another reason is given up, and does not hold up the next', async () => {
  const failures: string[] = []
  const writer = createRunWriter(errors, what => failures.push(what))
  const written: string[] = []
  writer.add('wrong', () => Promise.reject(new Error('no such column')))
  writer.add('right', async () => {
    written.push('right')
  })
  await writer.stored()
  expect([failures, written]).toEqual([['wrong'], ['right']])
})

test('a closed writer stops waiting', async () => {
  const writer = createRunWriter(errors, () => writer.close())
  writer.add('never', () => Promise.reject(gone()))
  await expect(writer.stored()).resolves.toBeUndefined()
})
