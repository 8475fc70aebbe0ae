import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUpgradeFiles, type UpgradeFiles } from './upgrade-files.ts'
import { createUpgrader, type Upgrader } from './upgrader.ts'

type Progress = Extract<AgentMessage, { kind: 'upgradeProgress' }>

const order = {
  upgradeId: 'the-upgrade',
  version: '2.0.0',
  package: { id: 'gone', fileName: 'agent.tar.gz', sizeBytes: 10, sha256: 'a'.repeat(64) },
}
let server: Server
let serverUrl = ''
let folder = ''
let files: UpgradeFiles
let said: Progress[] = []
let isBusy = false
let upgrader: Upgrader

beforeAll(async () => {
  // A server without packages.
  server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-upgrader-'))
  files = createUpgradeFiles(folder)
  await files.prepare()
  said = []
  isBusy = false
})
afterEach(async () => {
  upgrader.close()
  await rm(folder, { recursive: true, force: true })
})

function start(bundle: string | null): Upgrader {
  upgrader = createUpgrader({
    files,
    bundle,
    source: { serverUrl, identity: () => ({ agentId: 'a', key: 'k' }) },
    isBusy: () => isBusy,
    send: message => {
      if (message.kind === 'upgradeProgress') said.push(message)
      return true
    },
    restart: () => undefined,
    log: () => undefined,
  })
  return upgrader
}
const last = () => said.at(-1)

test('an agent started from a checkout reports that it cannot upgrade itself', async () => {
  await start(null).begin(order)
  expect(said).toEqual([
    {
      kind: 'upgradeProgress',
      upgradeId: order.upgradeId,
      state: 'failed',
      receivedBytes: 0,
      failure: 'checkout',
      detail: '',
    },
  ])
})

test('a machine that drives a run waits for its end', async () => {
  isBusy = true
  await start('/opt/pone-agent/app').begin(order)
  await expect.poll(() => last()?.state).toBe('waiting')
  isBusy = false
  await expect.poll(() => last(), { timeout: 10_000 }).toMatchObject({ state: 'failed', failure: 'download' })
})

test('its end is reported after each reconnect until the server has stored it', async () => {
  await start('/opt/pone-agent/app').begin(order)
  await expect.poll(() => last()).toMatchObject({ state: 'failed' })
  // Another agent process reports it as well.
  said = []
  start('/opt/pone-agent/app')
  await upgrader.resume()
  await upgrader.welcomed()
  expect(said).toMatchObject([{ upgradeId: order.upgradeId, state: 'failed', failure: 'download' }])
  await upgrader.forget(order.upgradeId)
  said = []
  await upgrader.welcomed()
  expect(said).toEqual([])
})

test('the version that runs already is not fetched', async () => {
  await start(files.folderOf(files.nameOf(order))).begin(order)
  expect(last()).toMatchObject({ state: 'installed', failure: null })
})

test('an upgrade that kills every agent that tries it is given up', async () => {
  await files.setPending({ ...order, attempts: 5, phase: 'fetching' })
  await start('/opt/pone-agent/app').resume()
  expect(last()).toMatchObject({ state: 'failed', failure: 'interrupted' })
  expect(await files.pending()).toBeNull()
})
