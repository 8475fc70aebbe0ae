/** Engine processes that are kept ready are used first, and replaced on request. */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEngineProcesses, type EngineProcesses } from './engine-processes.ts'

let folder = ''
let engines: EngineProcesses
const taken: ReturnType<EngineProcesses['take']>[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-engines-'))
  engines = createEngineProcesses({ folder: join(folder, 'engine'), readyCount: 1 })
})
afterEach(async () => {
  await engines.close()
  for (const child of taken.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})
const take = (name: string) => {
  const child = engines.take(join(folder, name))
  taken.push(child)
  return child
}
const readyFiles = async () => (await readdir(join(folder, 'engine'))).filter(name => name.endsWith('.log'))

test('a ready process is taken with its output; the next one is forked, and refill restores a ready one', async () => {
  engines.refill()
  engines.refill()
  expect(await readyFiles()).toEqual(['ready-1.log'])
  const first = take('first.log')
  expect(await readyFiles()).toEqual([])
  expect(await readFile(join(folder, 'first.log'), 'utf8')).toBe('')
  const second = take('second.log')
  expect(second.pid).not.toBe(first.pid)
  engines.refill()
  expect(await readyFiles()).toEqual(['ready-2.log'])
})

test('a ready process that has died is not taken', async () => {
  const kept = createEngineProcesses({ folder: join(folder, 'other'), readyCount: 1 })
  kept.refill()
  const dead = kept.take(join(folder, 'dead.log'))
  taken.push(dead)
  const gone = once(dead, 'exit')
  dead.kill('SIGKILL')
  await gone
  kept.refill()
  const alive = kept.take(join(folder, 'alive.log'))
  taken.push(alive)
  expect(alive.pid).not.toBe(dead.pid)
  expect(alive.connected).toBe(true)
})

test('a process that was ready does what one that was forked does', async () => {
  engines.refill()
  const child = take('worker.log')
  child.send({ kind: 'nothing that it knows' })
  const [answer]: unknown[] = await once(child, 'message')
  expect(answer).toMatchObject({ kind: 'prepared', error: expect.stringContaining('not understood') })
})
