import { expect, test } from 'vitest'
import { groupedStore } from './grouped-store.ts'

/** A store that completes or refuses writes when the test decides. */
function slowStore() {
  const calls: { runId: string; batches: string[]; write: () => void }[] = []
  const stored = new Set<string>()
  const store = async (runId: string, batches: readonly string[]) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    calls.push({ runId, batches: [...batches], write: resolve })
    await promise
    if (batches.includes('bad')) throw new RangeError('bad')
    const fresh = batches.filter(batch => !stored.has(batch))
    for (const batch of fresh) stored.add(batch)
    return fresh
  }
  return { calls, store: groupedStore(store) }
}
const turn = () => new Promise(resolve => setImmediate(resolve))

test('batches that come while others are written are written together, and each sender is told of its own', async () => {
  const { calls, store } = slowStore()
  const answers = [['a'], ['b'], ['c', 'a'], ['d'], ['e']].map(batches => store('run', batches))
  expect(calls.map(call => call.batches)).toEqual([['a'], ['b']])
  calls[0]?.write()
  await turn()
  expect(calls[2]?.batches).toEqual(['c', 'a', 'd', 'e'])
  for (const call of calls) call.write()
  expect(await Promise.all(answers)).toEqual([['a'], ['b'], ['c'], ['d'], ['e']])
})

test('runs are not mixed', async () => {
  const { calls, store } = slowStore()
  const answers = ['1', '2', '3', '4', '3'].map((runId, index) => store(runId, [String(index)]))
  for (let done = 0; done < calls.length; done += 1) {
    calls[done]?.write()
    await turn()
  }
  await Promise.all(answers)
  expect(calls.map(({ runId, batches }) => [runId, ...batches])).toEqual([
    ['1', '0'],
    ['2', '1'],
    ['3', '2', '4'],
    ['4', '3'],
  ])
})

test('what one sender is refused for does not touch the others', async () => {
  const { calls, store } = slowStore()
  const answers = [['a'], ['b'], ['bad'], ['c']].map(batches => store('run', batches))
  const outcomes = Promise.allSettled(answers)
  for (let done = 0; done < calls.length; done += 1) {
    calls[done]?.write()
    await turn()
  }
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})
