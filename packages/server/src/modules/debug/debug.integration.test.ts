import { createHash, randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { get, planOfThreads } from '@pone/jmeter/jmx/real-plans.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type AgentProcess,
  createHarness,
  endProcess,
  type LinkHarness,
  parameterFile,
  parameterFileId,
} from '../../link/agent-harness.ts'
import { until } from '../../link/harness-ledger.ts'
import { documentOf } from '../../link/harness-target.ts'
import { createDebugService, type DebugService } from './debug.service.ts'
import { createDebugStore } from './debug-store.ts'

// Real processes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let harness: LinkHarness
let service: DebugService
let agent: AgentProcess
let published: DebugEvent[] = []
const changes = new EventEmitter()
const projectId = randomUUID()

beforeEach(async () => {
  harness = await createHarness()
  published = []
  service = createDebugService({
    store: createDebugStore(Date.now),
    link: harness.link(),
    clustersFor: id => harness.machines().clusters.clustersFor(id),
    fileOf: async () => ({
      id: parameterFileId,
      name: 'users.csv',
      sizeBytes: parameterFile.length,
      sha256: createHash('sha256').update(parameterFile).digest('hex'),
    }),
    revealed: async (_projectId, _componentId, document) => document,
    publish: (_projectId, _debugId, message) => {
      if (message.kind === 'debugEvents') published.push(...message.events)
      changes.emit('change')
    },
  })
  agent = await harness.startAgent()
  await agent.event('connected')
})
afterEach(() => harness.close())

const start = (document: ComponentDocument, loops = 1, load: 'given' | 'threadGroup' = 'given') =>
  service.start({
    projectId,
    name: 'component',
    componentId: null,
    document,
    load,
    users: 1,
    loops,
    language: 'en',
  })
const endOf = async () => {
  await until(changes, 'the execution has ended', () => published.at(-1)?.kind === 'ended')
  return published.at(-1)
}

test('a standalone execution goes as the thread group says when it is asked to', async () => {
  const document = documentOf(harness.target.url)
  await start(
    { ...document, threadGroup: { ...document.threadGroup, threads: 3, loops: 2 } },
    1,
    'threadGroup',
  )
  expect(await endOf()).toMatchObject({ cause: 'finished' })
  const places = published.flatMap(event =>
    event.kind === 'exchange' ? [`${event.user}.${event.iteration}`] : [],
  )
  expect(places.toSorted()).toEqual(['1.1', '1.2', '2.1', '2.2', '3.1', '3.2'])
})

test('every request of a standalone execution is shown, then its end', async () => {
  const debugId = await start(documentOf(harness.target.url), 2)
  expect(await endOf()).toMatchObject({ cause: 'finished' })
  const exchanges = published.filter(event => event.kind === 'exchange')
  expect(exchanges.map(event => event.exchange.responseBody)).toEqual(['hello', 'hello'])
  expect(harness.target.received()).toBe(2)
  expect(service.events(projectId, debugId, 0)).toEqual({ events: published, isEnded: true })
  expect(service.events(projectId, debugId, published.length)).toEqual({ events: [], isEnded: true })
})

test('a JMeter plan is tried on the machine, and its request is shown with the answer', async () => {
  const text = planOfThreads(20, -1, get(harness.target.url, 'home'))
  await service.startTrial({ projectId, text, files: [], language: 'en' })
  expect(await endOf()).toMatchObject({ cause: 'finished', detail: '' })
  expect(published.filter(event => event.kind === 'exchange')).toMatchObject([
    { exchange: { label: 'home', status: 200, url: `${harness.target.url}/` } },
  ])
  expect(harness.target.received()).toBe(1)
})

test('a parameter file is brought to the machine', async () => {
  const document = componentDocumentSchema.parse({
    parameters: [{ id: 'users', kind: 'file', fileId: parameterFileId, columns: ['name'] }],
    steps: [
      {
        id: 'get',
        name: 'get',
        kind: 'request',
        protocol: 'http',
        http: { url: `${harness.target.url}/\${name}` },
      },
    ],
  })
  await start(document, 2)
  await endOf()
  const urls = published.flatMap(event => (event.kind === 'exchange' ? [event.exchange.url] : []))
  expect(urls).toEqual([`${harness.target.url}/ann`, `${harness.target.url}/bob`])
})

test('a standalone execution can be stopped', async () => {
  const debugId = await start(documentOf(harness.target.url), 100)
  await until(changes, 'the first event', () => published.length > 0)
  service.stop(projectId, debugId)
  expect(await endOf()).toMatchObject({ cause: 'stopped' })
  expect(harness.target.received()).toBeLessThan(100)
})

test('a component with an error is not sent anywhere, and the error is told in words', async () => {
  const document = documentOf('')
  await expect(start(document)).rejects.toMatchObject({ code: 'DebugFailed' })
})

test('when the machine is lost the execution fails', async () => {
  await start(documentOf(harness.target.url), 100)
  await until(changes, 'the first event', () => published.length > 0)
  await endProcess(agent.process)
  expect(await endOf()).toMatchObject({ cause: 'failed', detail: 'The load machine was lost, try again' })
})

test('another project sees nothing of it', async () => {
  const debugId = await start(documentOf(harness.target.url))
  expect(() => service.events(randomUUID(), debugId, 0)).toThrow('NotFound')
  expect(() => service.stop(randomUUID(), debugId)).toThrow('NotFound')
  await endOf()
})

test('without a machine online the start is refused', async () => {
  const agentId = String((await agent.event('connected'))['agentId'])
  await endProcess(agent.process)
  await until(harness.ledger.changes, 'the agent is gone', () => harness.ledger.offline.includes(agentId))
  await expect(start(documentOf(harness.target.url))).rejects.toMatchObject({ code: 'NoMachineOnline' })
})
