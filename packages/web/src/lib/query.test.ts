import { expect, onTestFinished, test } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { type Notice, onNotice } from './notices.ts'
import { queryClient } from './query.ts'

const refusal = (fields: ApiError['fields'] = []) =>
  new ApiError({ status: 500, code: 'NameExists', message: 'Taken', fields: [...fields] })
const fault = [{ path: ['name'], message: 'Taken' }]

function collected(): Notice[] {
  const shown: Notice[] = []
  onTestFinished(onNotice(notice => shown.push(notice)))
  onTestFinished(() => queryClient.clear())
  return shown
}

test.each([
  ['nothing of its caller', {}, fault, 1],
  ['faults at fields', { handlesFields: true }, fault, 0],
  ['faults at fields, and this names none', { handlesFields: true }, [], 1],
  ['every error', { handlesErrors: true }, [], 0],
])('a failed change whose caller shows %s', async (_name, meta, fields, count) => {
  const shown = collected()
  const change = queryClient.getMutationCache().build(queryClient, {
    meta,
    mutationFn: async () => {
      throw refusal(fields)
    },
  })
  await expect(change.execute(undefined)).rejects.toThrow('Taken')
  expect(shown).toHaveLength(count)
})

test('a list that cannot be refetched shows a notice; one that was never loaded shows the error itself', async () => {
  const shown = collected()
  let isDown = true
  const read = () =>
    queryClient.fetchQuery({
      queryKey: ['a'],
      staleTime: 0,
      queryFn: async () => {
        if (isDown) throw refusal()
        return 1
      },
    })
  await expect(read()).rejects.toThrow('Taken')
  expect(shown).toEqual([])
  isDown = false
  await read()
  isDown = true
  await expect(read()).rejects.toThrow('Taken')
  expect(shown).toHaveLength(1)
})

test('only a lost connection is retried, once', () => {
  const retry = queryClient.getDefaultOptions().queries?.retry
  if (typeof retry !== 'function') throw new Error('no rule')
  expect([
    retry(0, new NetworkError('offline')),
    retry(1, new NetworkError('offline')),
    retry(0, refusal()),
  ]).toEqual([true, false, false])
})
