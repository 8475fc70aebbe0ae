import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { outcomeOf } from '@pone/contract/entities/operation-record.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { up } from '../../adapters/database/migrations/040-operation-outcomes.ts'
import { type As, createTestServer } from '../../test-server.ts'
import { createOperationRecordRepository } from './operation-record.repository.ts'
import { createOperationRecordService } from './operation-record.service.ts'
import { createOperationStatisticsRepository } from './operation-statistics.repository.ts'

const server = await createTestServer()
afterAll(() => server.close())
const { operationRecord, projectTemplate } = calls
const hourMs = 3_600_000
let chief: As
beforeAll(async () => {
  await server.addUser('chief', true)
  chief = { token: (await server.signIn('chief', { isAdministrator: true })).token, isAdministrator: true }
})
const statistics = (range: '1d' | '1w' | '1m' | '3m' = '1d', timeZone = 'Asia/Shanghai') =>
  server.call(operationRecord.statistics, { range, timeZone }, chief)
const properties = ['a', 'b'].map(name => ({ name, displayType: 'text' as const }))

test('what was done, refused and failed is counted apart, per action, per person and over time', async () => {
  const save = { id: null, name: 'Template', properties }
  const made = await server.call(projectTemplate.save, save, chief)
  expect((await server.fail(projectTemplate.save, save, chief)).code).toBe('NameExists')
  const worker = await server.addUser('worker').then(() => server.signIn('worker'))
  expect((await server.fail(projectTemplate.save, save, worker)).code).toBe('Forbidden')
  // An operation that breaks off counts as failed, not as done or refused.
  await server.database.schema.alterTable('project_templates').renameTo('templates_away').execute()
  expect((await server.fail(projectTemplate.delete, { id: made.id }, chief)).code).toBe('OperationFailed')
  await server.database.schema.alterTable('templates_away').renameTo('project_templates').execute()
  const { actions, people, times } = await statistics()
  expect(actions.filter(row => row.action.startsWith('projectTemplate'))).toEqual([
    { action: 'projectTemplate.save', done: 1, refused: 2, failed: 0, accounts: 2 },
    { action: 'projectTemplate.delete', done: 0, refused: 0, failed: 1, accounts: 1 },
  ])
  expect(people).toMatchObject([
    { account: 'chief', done: 2, refused: 1, failed: 1 },
    { account: 'worker', done: 1, refused: 1, failed: 0 },
  ])
  expect(times.at(-1)).toMatchObject({ done: 3, refused: 2, failed: 1 })
  const only = await server.call(operationRecord.list, { outcome: 'failed' }, chief)
  expect(only.rows.map(row => [row.action, row.errorCode])).toEqual([
    ['projectTemplate.delete', 'OperationFailed'],
  ])
})

test('what is deleted by age is one record per project, action and day, and counts as done by nobody', async () => {
  const before = await statistics('1w')
  const expired = { projectId: randomUUID(), projectName: 'Shop', count: 3 }
  let at = server.now()
  const records = createOperationRecordService(
    createOperationRecordRepository(server.database),
    createOperationStatisticsRepository(server.database),
    () => at,
  )
  const expire = (over: object = {}) =>
    records.recordExpired({ action: 'profile.expire', ...expired, ...over })
  // Several servers may do it at once.
  await Promise.all([expire(), expire({ count: 4 })])
  await expire({ action: 'threadDump.expire' })
  await expire({ projectId: randomUUID(), projectName: 'Mall' })
  at -= 24 * hourMs
  await expire({ count: 1 })
  const { rows } = await server.call(operationRecord.list, { action: 'profile.expire', range: '1w' }, chief)
  const told = rows.map(({ account, projectName, after }) => [account, projectName, after])
  expect(told.toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))).toEqual([
    ['', 'Mall', { deleted: 3 }],
    ['', 'Shop', { deleted: 7 }],
    ['', 'Shop', { deleted: 1 }],
  ])
  const { actions, people } = await statistics('1w')
  expect(actions.find(row => row.action === 'profile.expire')).toMatchObject({ done: 3, accounts: 0 })
  expect(people).toEqual(before.people)
})

test.each([
  ['1d', 'hour', 25],
  ['1w', 'day', 8],
  ['1m', 'day', 31],
  ['3m', 'day', 91],
] as const)(
  'the range %s is told per %s without gaps, in the days of the asker',
  async (range, step, parts) => {
    const { times } = await statistics(range)
    expect(times.length).toBe(parts)
    const width = step === 'hour' ? hourMs : 24 * hourMs
    expect(times.every(({ at }, index) => index === 0 || at - (times[index - 1]?.at ?? 0) === width)).toBe(
      true,
    )
    // Shanghai is eight hours ahead of UTC, so its days begin at 16:00 UTC.
    if (step === 'day')
      expect(new Set(times.map(({ at }) => new Date(at).getUTCHours()))).toEqual(new Set([16]))
  },
)

test('the export has a line per part of the time, person and action, with the zone', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${operationRecord.exportStatistics.path}`,
    headers: { 'content-type': 'application/json', token: chief.token ?? '', 'is-admin': 'true' },
    payload: { range: '1d', timeZone: 'Asia/Shanghai', language: 'en' },
  })
  const [head, ...lines] = response.body.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('Time,Account,Action,Name of the action,Done,Refused,Failed')
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^\d{4}-\d\d-\d\d \d\d:00:00 \+08:00,chief,projectTemplate\.save,Save a project template,1,1,0$/,
    ),
  )
})

test('a zone that is none is refused', async () => {
  const refused = await server.fail(operationRecord.statistics, { range: '1d', timeZone: "x'; drop" }, chief)
  expect(refused).toMatchObject({ code: 'BadInput', fields: [{ path: ['timeZone'] }] })
})

test('records of earlier versions that called a failure refused are told apart after the update', async () => {
  const record = {
    action: 'old',
    apiToken: null,
    account: 'chief',
    asAdministrator: true,
    from: '',
    project: undefined,
  }
  const entry = { ...record, target: '', before: null, after: null, outcome: 'refused' } as const
  for (const code of ['Forbidden', 'OperationFailed'])
    await server.services.operationRecords.record({ ...entry, error: { code, params: {} } })
  await up(server.database as never)
  const { actions } = await statistics()
  expect(actions.find(row => row.action === 'old')).toMatchObject({ done: 0, refused: 1, failed: 1 })
})

test('a refusal keeps what fills the places of its text', async () => {
  await server.call(projectTemplate.save, { id: null, name: 'Twice', properties }, chief)
  await server.fail(projectTemplate.save, { id: null, name: 'Twice', properties }, chief)
  const { rows } = await server.call(operationRecord.list, { outcome: 'refused', search: 'Twice' }, chief)
  expect(rows.map(({ errorCode, errorParams }) => [errorCode, errorParams])).toEqual([
    ['NameExists', { name: 'Twice' }],
  ])
})

test.each([
  [null, 'done'],
  ['Forbidden', 'refused'],
  ['NameExists', 'refused'],
  ['DatabaseUnavailable', 'failed'],
  ['HostUnreachable', 'failed'],
])('an operation with the error %s is %s', (code, outcome) => expect(outcomeOf(code)).toBe(outcome))
