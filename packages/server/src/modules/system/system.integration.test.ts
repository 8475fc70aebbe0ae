import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestServer } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())

test('anyone may ask about the installation', async () => {
  const info = await server.call(calls.system.info, {})
  expect(info).toMatchObject({
    productName: 'Pone',
    cloudMode: false,
    registration: 'open',
    passwordRule: { minLength: 6, maxLength: 12 },
    demoTargetUrl: null,
    certificatePin: null,
  })
})

test('registration can be closed by a setting', async () => {
  await server.services.settings.saveSecurity({ registration: 'closed' })
  expect((await server.call(calls.system.info, {})).registration).toBe('closed')
  const { captchaId } = await server.call(calls.auth.captcha, {})
  const form = { account: 'late', password: 'Pass-word1', confirmation: 'Pass-word1', realName: 'L' }
  const failure = await server.fail(calls.auth.register, { ...form, captchaId, captchaCode: '0000' })
  expect(failure.code).toBe('RegistrationClosed')
})

test('the administrator’s home page counts what there is', async () => {
  await server.addUser('chief', true)
  const as = { token: (await server.signIn('chief', { isAdministrator: true })).token, isAdministrator: true }
  const lockedId = await server.addUser('locked')
  await server.addUser('worker')
  const worker = { token: (await server.signIn('worker')).token }
  await server.call(calls.project.create, { name: 'A', code: 'A' }, worker)
  await server.call(calls.project.create, { name: 'B', code: 'B', status: 'inProgress' }, worker)
  await server.call(calls.user.lock, { ids: [lockedId] }, as)
  const overview = await server.call(calls.system.overview, {}, as)
  expect(overview).toMatchObject({
    users: 3,
    lockedUsers: 1,
    onlineUsers: 2,
    projects: { notImplemented: 1, inProgress: 1, archived: 0 },
    activeRuns: [],
    machines: [],
    machineCounts: { total: 0, online: 0, busy: 0, outdated: 0, maxUsers: 0, remainingUsers: 0 },
    storage: { growth: null, databaseDisk: null, filesDisk: { freeBytes: expect.any(Number) } },
  })
  expect(overview.storage.databaseBytes).toBeGreaterThan(overview.storage.resultBytes)
  expect(overview.storage.resultBytes).toBeGreaterThan(0)
  expect(await server.call(calls.system.notices, {}, as)).toContainEqual({
    id: 'accountsLocked',
    severity: 'warning',
    params: { count: 1 },
  })
  expect(overview.runsPerDay).toHaveLength(14)
  expect(overview.databaseBytes).toBeGreaterThan(1_000_000)
})

test('operation records are listed, counted and pruned', async () => {
  const as = { token: (await server.signIn('chief', { isAdministrator: true })).token, isAdministrator: true }
  server.advance(40 * 24 * 3_600_000)
  const { token } = await server.signIn('chief', { isAdministrator: true })
  const later = { ...as, token }
  const { operationRecord } = calls
  const week = await server.call(operationRecord.statistics, { range: '1w' }, later)
  expect(week.actions).toEqual([{ action: 'auth.login', done: 1, refused: 0, failed: 0, accounts: 1 }])
  const quarter = await server.call(operationRecord.list, { range: '3m', action: 'project.create' }, later)
  expect(quarter.rows.map(row => row.target)).toEqual(['B', 'A'])
  expect((await server.call(operationRecord.prune, { keepDays: 30 }, later)).deleted).toBeGreaterThan(4)
  const left = await server.call(operationRecord.list, { range: '3m' }, later)
  expect(left.rows.map(row => row.action)).toEqual(['operationRecord.prune', 'auth.login'])
})

test('a fixed verification code is told on the administrator’s home page', async () => {
  const { token } = await server.signIn('chief', { isAdministrator: true })
  const notices = await server.call(calls.system.notices, {}, { token, isAdministrator: true })
  expect(notices).toContainEqual({ id: 'fixedCaptcha', severity: 'warning', params: {} })
})
