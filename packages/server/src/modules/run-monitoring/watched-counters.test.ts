import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import { watchedCounters } from './watched-counters.ts'

const watched = (type: string, chosen: { section: string; counter: string }[] = []) =>
  watchedCounters(monitorTypeOf(type), chosen)
const resources = (type: string) =>
  watched(type).flatMap(({ section, counter, nature, capacity, queue }) =>
    nature === null ? [] : [[`${section}.${counter}`, nature, capacity, queue]],
  )

test('what can be the limit of a host: its processors, memory by its paging, and disks by their queue', () => {
  const host = resources('host')
  expect(host).toContainEqual(['cpu.busyPercent', 'busy', 100, null])
  expect(host).toContainEqual(['memory.usedPercent', 'space', 100, 'swap.swappedOut'])
  expect(host.find(([key]) => key === 'disks.utilPercent')).toEqual([
    'disks.utilPercent',
    'busy',
    100,
    'disks.queueLength',
  ])
  expect(host.filter(([, nature]) => nature === 'waiting')).toEqual([])
})

test('a full file system is not blamed for paging, and what runs is no queue of open files', () => {
  const host = resources('host')
  expect(host).toContainEqual(['filesystems.usedPercent', 'space', 100, null])
  expect(host).toContainEqual(['kernel.openFiles', 'held', 'openFilesLimit', null])
  expect(resources('jvm')).toContainEqual(['threadStates.blocked', 'waiting', null, null])
  expect(watched('windows').find(({ counter }) => counter === 'sentPercent')?.tier).toBe('network')
})

test('connections and threads are held, waits for locks are resources, and a percentage of another counter is left out', () => {
  const database = resources('postgresql')
  expect(database).toContainEqual(['activity.sessions', 'held', 'maxConnections', null])
  expect(database.some(([key, nature]) => key === 'activity.waitingForLock' && nature === 'waiting')).toBe(
    true,
  )
  const tomcat = resources('tomcat').map(([key]) => key)
  expect(tomcat).toContain('threads.busy')
  expect(tomcat).not.toContain('threads.busyPercent')
})

test('what people chose comes first, also what the target named itself', () => {
  const chosen = [{ section: 'metrics', counter: 'shop_orders_total' }]
  expect(watched('prometheus', chosen)).toMatchObject([{ counter: 'shop_orders_total', nature: null }])
  const [first] = watched('host', [{ section: 'load', counter: 'load15' }])
  expect(first).toMatchObject({ counter: 'load15' })
})
