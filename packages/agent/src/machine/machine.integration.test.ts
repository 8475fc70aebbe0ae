import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityStore } from '../identity.ts'
import { identifyProcess, isRunning } from '../processes/process-table.ts'
import { lockFolder } from './folder-lock.ts'
import { createStatusReader, readMachineFacts } from './status.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-machine-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a process is recognised while it runs, and a stranger with its number is not', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const identity = await identifyProcess(child.pid ?? 0)
  if (identity === null) throw new Error('the child is not in the process table')
  expect(await isRunning(identity)).toBe(true)
  expect(await isRunning({ ...identity, startTicks: identity.startTicks - 1 })).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await isRunning(identity)).toBe(false)
})

test('two agents cannot use one folder, and a free one can be taken again', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('already uses the folder')
  await unlock()
  await (await lockFolder(folder))()
})

test('the key is kept for its owner only', async () => {
  const store = createIdentityStore(folder)
  expect(await store.read()).toBeNull()
  await store.write({ agentId: 'id', key: 'key' })
  expect(await store.read()).toEqual({ agentId: 'id', key: 'key' })
  expect((await stat(join(folder, 'identity.json'))).mode & 0o777).toBe(0o600)
  await store.forget()
  expect(await store.read()).toBeNull()
})

test('the state of the machine is within its bounds', async () => {
  const read = createStatusReader()
  await read()
  const status = await read()
  expect(status.cpu01).toBeGreaterThanOrEqual(0)
  expect(status.cpu01).toBeLessThanOrEqual(1)
  expect(status.memoryUsedBytes).toBeGreaterThan(0)
  expect(status.memoryUsedBytes).toBeLessThanOrEqual(status.memoryTotalBytes)
  expect(readMachineFacts().cores).toBeGreaterThan(0)
})
