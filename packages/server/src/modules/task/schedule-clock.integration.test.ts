import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestServer } from '../../test-server.ts'
import { startScheduleClock } from './schedule-clock.ts'

const server = await createTestServer()
const other = await createTestServer({ database: server.database })
afterAll(async () => {
  await other.close()
  await server.close()
})

test('two clocks begin each schedule once, and one that cannot be begun does not hold up the others', async () => {
  const userId = await server.addUser('tester')
  const as = {
    token: await server.services.sessions.start({ userId, kind: 'api', isRemembered: false, from: '' }),
  }
  const { id: projectId } = await server.call(calls.project.create, { name: 'P', code: 'P' }, as)
  const folder = await server.call(calls.scenario.createSet, { projectId, name: 's' }, as)
  const scenario = await server.call(calls.scenario.create, { projectId, parentId: folder.id, name: 'x' }, as)
  const schedules: string[] = []
  for (const name of ['damaged', 'first', 'second', 'third']) {
    const { id: setId } = await server.call(calls.task.createSet, { projectId, name }, as)
    await server.call(calls.task.addScenarios, { projectId, id: setId, scenarioIds: [scenario.id] }, as)
    const rule = { kind: 'once', at: server.now() + 60_000 + schedules.length } as const
    schedules.push((await server.call(calls.task.saveSchedule, { projectId, setId, rule }, as)).id)
  }
  await server.database
    .updateTable('task_schedules')
    .set({ rule: JSON.stringify({ kind: 'repeated', cron: '', timeZone: '' }) })
    .where('id', '=', schedules[0] ?? '')
    .execute()
  server.advance(61_000)
  other.advance(server.now() - other.now())

  const events: string[] = []
  const { promise: allTold, resolve } = Promise.withResolvers<undefined>()
  const record = (what: string) => {
    events.push(what)
    if (events.filter(one => one === 'fired').length === 3) resolve(undefined)
  }
  const clocks = [server, other].map(one =>
    startScheduleClock({
      schedules: one.services.schedules,
      onFired: () => record('fired'),
      now: () => one.now(),
      onFailure: what => record(what),
    }),
  )
  await allTold
  await Promise.all(clocks.map(clock => clock.close()))
  expect(events).toContain(`schedule ${schedules[0]}`)
  expect(events.filter(one => one === 'fired')).toHaveLength(3)
  const { rows } = await server.call(calls.task.list, { projectId }, as)
  expect(rows.map(row => `${row.name} ${row.state}`).toSorted()).toEqual([
    'first waiting',
    'second waiting',
    'third waiting',
  ])
})
