import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { machineConditions, serverDiskConditions } from './disk-conditions.ts'

const gib = 1024 ** 3
const room = (freeBytes: number) => ({ disk: { freeBytes, totalBytes: 100 * gib } })

test('machines whose disk is getting full, and those that flooded within a day, are named', () => {
  const at = 200_000_000
  const machines = [
    { name: 'a', isOnline: true, ...room(gib) },
    { name: 'b', isOnline: true, ...room(50 * gib) },
    { name: 'c', isOnline: false, ...room(gib) },
    { name: 'd', isOnline: false, floodedAt: at - 1_000 },
    { name: 'e', isOnline: true, floodedAt: at - 90_000_000 },
  ]
  expect(machineConditions(machines, at)).toEqual([
    { id: 'machineDiskLow', params: { machines: 'a' } },
    { id: 'machineFlooded', params: { machines: 'd' } },
  ])
  expect(machineConditions([], at)).toEqual([])
})

test('the server looks at the file system of its own folder', async () => {
  expect(await serverDiskConditions('/proc')).toMatchObject([{ id: 'serverDiskLow' }])
  expect(await serverDiskConditions(tmpdir())).toEqual(expect.any(Array))
})
