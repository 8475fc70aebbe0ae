/** Which agents may send messages about which run. */
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { expect, test } from 'vitest'
import { createLinkHandlers } from './link-handlers.ts'

const runId = '3f0c7c1e-7c1f-4f6e-9a51-0d8a5c2b7e10'
const record: RunRecord = {
  id: runId,
  projectId: 'p',
  scenario: scenarioDocumentSchema.parse({}),
  labels: [],
  state: 'complete',
} as unknown as RunRecord

function createHandlers() {
  const done: string[] = []
  const handlers = createLinkHandlers({
    active: () => null,
    all: () => [],
    runs: {
      findById: async id => {
        if (id !== runId) throw new Error(`${id} is asked for`)
        return record
      },
      machines: async () => [
        {
          agentId: 'own',
          name: 'own',
          from01: 0,
          to01: 1,
          shares: [],
          startSkewMs: null,
          endCause: null,
          endDetail: '',
        },
      ],
      endMachine: async (_runId, agentId) => void done.push(`end ${agentId}`),
    },
    intake: {
      store: async () => {
        done.push('store')
        return []
      },
    },
    link: {
      send: (agentId, command) => {
        if (command.kind === 'forgetRun') done.push(`forget ${agentId}`)
        return true
      },
    },
    countLate: async () => void done.push('count'),
    newId: () => 'id',
  })
  return { handlers, done }
}

test('late results are taken from a machine of the run, not from another agent', async () => {
  const { handlers, done } = createHandlers()
  await handlers.batches('foreign', { kind: 'batches', runId, batches: [] })
  await handlers.runEnded('foreign', {
    kind: 'runEnded',
    runId,
    cause: 'fault',
    detail: '',
    shareIds: [],
    workers: [],
  })
  expect(done).toEqual(['forget foreign', 'forget foreign'])
  done.length = 0
  await handlers.batches('own', { kind: 'batches', runId, batches: [] })
  await handlers.runEnded('own', {
    kind: 'runEnded',
    runId,
    cause: 'planned',
    detail: '',
    shareIds: [],
    workers: [],
  })
  expect(done).toEqual(['store', 'end own', 'count', 'forget own'])
})

test('a run that no id can name is forgotten, not asked for again and again', async () => {
  const { handlers, done } = createHandlers()
  await handlers.batches('own', { kind: 'batches', runId: 'x', batches: [] })
  await handlers.runEnded('own', {
    kind: 'runEnded',
    runId: 'x',
    cause: 'fault',
    detail: '',
    shareIds: [],
    workers: [],
  })
  expect(done).toEqual(['forget own', 'forget own'])
})
