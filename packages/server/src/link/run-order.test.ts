import { expect, test } from 'vitest'
import { createRunOrder } from './run-order.ts'

const live = new AbortController().signal

test('work of one run is done in order, a failing piece again before the next one', async () => {
  const done: string[] = []
  const failures: string[] = []
  const order = createRunOrder(key => failures.push(key))
  let attempts = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  void order.add({
    key: 'run',
    signal: live,
    work: async () => {
      attempts += 1
      if (attempts < 2) throw new Error('the database is away')
      done.push('first')
    },
  })
  void order.add({ key: 'run', signal: live, work: async () => void done.push('second') })
  void order.add({ key: 'run', signal: live, work: async () => resolve() })
  await promise
  expect(done).toEqual(['first', 'second'])
  expect(failures).toEqual(['run'])
})

test('a run that waits holds up no other run', async () => {
  const order = createRunOrder(() => undefined)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<void>()
  void order.add({ key: 'slow', signal: live, work: () => released })
  void order.add({ key: 'fast', signal: live, work: async () => resolve() })
  await promise
  release()
})

test('what a broken line still had to do is dropped, and the next line goes on', async () => {
  const order = createRunOrder(() => broken.abort())
  const broken = new AbortController()
  const done: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  void order.add({ key: 'run', signal: broken.signal, work: () => Promise.reject(new Error('no')) })
  void order.add({ key: 'run', signal: broken.signal, work: async () => void done.push('old') })
  void order.add({ key: 'run', signal: live, work: async () => resolve() })
  await promise
  expect(done).toEqual([])
})

test('what fails for a reason that does not pass is given up, and what follows goes on', async () => {
  const passing = Object.assign(new Error('the database is away'), { code: '57P01' })
  const causes: string[] = []
  const pauses: number[] = []
  const order = createRunOrder(
    (_key, cause) => causes.push((cause as Error).message),
    async durationMs => void pauses.push(durationMs),
  )
  let attempts = 0
  const given = order.add({
    key: 'run',
    signal: live,
    work: async () => {
      attempts += 1
      throw attempts <= 100 ? passing : new Error('a defect')
    },
  })
  const next = order.add({ key: 'run', signal: live, work: async () => undefined })
  expect(await given).toBe(false)
  expect(await next).toBe(true)
  expect(causes.filter(cause => cause === 'a defect')).toHaveLength(32)
  expect(pauses.slice(0, 5)).toEqual([250, 500, 1_000, 2_000, 2_000])
})
