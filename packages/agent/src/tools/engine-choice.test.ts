import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createToolStore } from '../installed/tool-store.ts'
import { createEngineChoice } from './engine-choice.ts'

let data = ''
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'pone-engine-choice-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

const pr = (version: string, isUsed: boolean) => ({
  tool: 'PR' as const,
  version,
  path: join(data, 'tools', 'PR', version),
  logPath: '',
  sha256: '',
  installedAt: 1,
  pid: null,
  port: null,
  isUsed,
})
const entryOf = (version: string) => join(pr(version, true).path, 'packages/engine/src/worker/main.ts')
const unpack = async (version: string) => {
  await mkdir(join(entryOf(version), '..'), { recursive: true })
  await writeFile(entryOf(version), '')
}

test('runs use the started engine from the next fork on, and the own one without it', async () => {
  const choose = createEngineChoice(data, 'own')
  const store = createToolStore(data)
  expect(choose()).toBe('own')
  await Promise.all([unpack('0.2.1'), unpack('0.2.2')])
  await store.put(pr('0.2.1', true))
  await store.put(pr('0.2.2', false))
  expect(choose()).toBe(entryOf('0.2.1'))
  await store.use('PR', '0.2.2')
  expect(choose()).toBe(entryOf('0.2.2'))
  await store.use('PR', null)
  expect(choose()).toBe('own')
})

test('an engine whose files are gone, or a damaged list, leaves the own one', async () => {
  const choose = createEngineChoice(data, 'own')
  await createToolStore(data).put(pr('0.2.1', true))
  expect(choose()).toBe('own')
  await writeFile(join(data, 'tools', 'installed.json'), '{"tools": [')
  expect(choose()).toBe('own')
})
