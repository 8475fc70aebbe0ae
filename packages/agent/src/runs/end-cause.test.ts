import { expect, test } from 'vitest'
import { mergeEnds } from './end-cause.ts'

test('a run whose workers all ended as planned ended as planned', () => {
  expect(
    mergeEnds([
      { cause: 'planned', detail: 'a' },
      { cause: 'planned', detail: 'b' },
    ]),
  ).toEqual({ cause: 'planned', detail: 'a' })
})

test('one worker that stopped the test explains the whole end', () => {
  const ends = [
    { cause: 'stopped', detail: '' },
    { cause: 'stopTest', detail: 'checkpoint' },
    { cause: 'crashed', detail: 'signal' },
  ] as const
  expect(mergeEnds(ends)).toEqual({ cause: 'stopTest', detail: 'checkpoint' })
})

test('a run that never had a worker was stopped', () => {
  expect(mergeEnds([]).cause).toBe('stopped')
})
