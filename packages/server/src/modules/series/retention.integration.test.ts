/** Retention of monitored series by calls: of a project, of the installation, and who may change which. */
import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let manager: As
let administrator: As
let projectId = ''
beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  await server.addUser('root', true)
  manager = { token: (await server.signIn('manager')).token, language: 'en' }
  administrator = {
    token: (await server.signIn('root', { isAdministrator: true })).token,
    isAdministrator: true,
    language: 'zh',
  }
  projectId = (await server.call(calls.project.create, { name: 'Kept', code: 'KEPT' }, manager)).id
})
afterAll(async () => await server.close())

const own = { samplesDays: 7, minutesDays: 30, hoursDays: 365 }

test('a project follows the default until it has periods of its own, and again when they are taken away', async () => {
  const { monitor, adminMonitor } = calls
  const first = await server.call(monitor.retention, { projectId }, manager)
  expect(first).toMatchObject({ own: null, byDefault: { samplesDays: 30 }, rate: { series: 0 } })
  const saved = await server.call(monitor.saveRetention, { projectId, retention: own }, manager)
  expect(saved.own).toEqual(own)
  const changed = { samplesDays: 10, minutesDays: 20, hoursDays: 40 }
  const byDefault = await server.call(adminMonitor.saveRetention, { retention: changed }, administrator)
  expect(byDefault).toMatchObject({ own: null, byDefault: changed })
  expect(await server.call(monitor.retention, { projectId }, manager)).toMatchObject({
    own,
    byDefault: changed,
  })
  expect(await server.call(monitor.saveRetention, { projectId, retention: null }, manager)).toMatchObject({
    own: null,
    byDefault: changed,
  })
})

test('periods out of order or out of bounds are refused in the language of the caller', async () => {
  const wrong = { ...own, minutesDays: 6 }
  const { monitor, adminMonitor } = calls
  const english = await server.fail(monitor.saveRetention, { projectId, retention: wrong }, manager)
  expect(english).toMatchObject({ code: 'MonitorRetentionOrder' })
  expect(english.message).toMatch(/^Minute summaries must be kept/)
  const chinese = await server.fail(adminMonitor.saveRetention, { retention: wrong }, administrator)
  expect(chinese.message).toMatch(/^分钟汇总的保留天数不能少于原始样本/)
  for (const samplesDays of [0, 3_661, 1.5])
    expect(
      (await server.fail(monitor.saveRetention, { projectId, retention: { ...own, samplesDays } }, manager))
        .fields,
    ).toBeDefined()
})
