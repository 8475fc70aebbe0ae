import { expect, test } from 'vitest'
import { createRunOrder } from './run-order.ts'

const live = new AbortController().signal

test('work of one run is done in order, a failing piece again before the next one', async () => {
  const done: string[] = []
  const failures: string[] = []
  const order = createRunOrder(key => failures.push(key))
  let attempts = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  order.add({
    key: 'run',
    signal: live,
    work: async () => {
      attempts += 1
      if (attempts < 2) throw new Error('the database is away')
      done.push('first')
    },
  })
  order.add({ key: 'run', signal: live, work: async () => void done.push('second') })
  order.add({ key: 'run', signal: live, work: async () => resolve() })
  await promise
  expect(done).toEqual(['first', 'second'])
  expect(failures).toEqual(['run'])
})

test('a run that waits holds up no other run', async () => {
  const order = createRunOrder(() => undefined)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<void>()
  order.add({ key: 'slow', signal: live, work: () => released })
  order.add({ key: 'fast', signal: live, work: async () => resolve() })
  await promise
  release()
})

test('what a broken line still had to do is dropped, and the next line goes on', async () => {
  const order = createRunOrder(() => broken.abort())
  const broken = new AbortController()
  const done: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  order.add({ key: 'run', signal: broken.signal, work: () => Promise.reject(new Error('no')) })
  order.add({ key: 'run', signal: broken.signal, work: async () => void done.push('old') })
  order.add({ key: 'run', signal: live, work: async () => resolve() })
  await promise
  expect(done).toEqual([])
})
