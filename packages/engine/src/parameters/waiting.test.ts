/** Users that wait for rows, in virtual time: real users, steps and drivers with a test clock. */
import { loadAtOnce } from '@pone/plan/load-models/load-order.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UsersDriver } from '../drivers/users-driver.ts'
import { group, note, processOf, thinking } from '../steps/step-harness.ts'
import { VirtualUserPool } from '../users/virtual-user-pool.ts'
import { rowWaitMs } from '../virtual-user.ts'
import { type RowAsk, RowDesk } from './row-desk.ts'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance', 'Date'] }),
)
afterEach(() => void vi.useRealTimers())

const say = note("row ${vars.get('n')}")
const parameter = (rules: object) => ({
  id: 'p',
  kind: 'range',
  name: 'n',
  from: 0,
  to: 99,
  step: 1,
  padding: 0,
  selection: 'unique',
  exhaustion: 'stopUser',
  ...rules,
})

/** Active users whose rows are granted by the test; they have the first block of two. */
function bench(rules: object, steps: object[] = [say, thinking(10)], users = 1) {
  const asks: RowAsk[] = []
  const desk = new RowDesk(ask => asks.push(ask))
  const { component, environment, lines } = processOf(
    { steps, parameters: [parameter(rules)] },
    () => driver.users,
    { rows: desk, users: 2, share: { from01: 0, to01: 0.1 } },
  )
  const userPool = new VirtualUserPool({
    components: [component],
    environment,
    onStopTest: () => undefined,
    onFault: error => {
      throw error
    },
  })
  const model = loadModelSchema.parse({ kind: 'constant', users, rampUpSeconds: 0, durationSeconds: 600 })
  const driver = new UsersDriver({ model, share: { from01: 0, to01: 1 }, userPool, percentages: [100] })
  const grant = (from: number, to: number, isLast = false) =>
    desk.receive({ key: '0.0', request: asks.length, from, to, isLast })
  grant(0, 2)
  return {
    asks,
    grant,
    driver,
    environment,
    userPool,
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        driver.tick(environment.clock.elapsedMs())
        await vi.advanceTimersByTimeAsync(10)
      }
    },
    /** Rows that users have logged since the last call. */
    said: () =>
      lines
        .splice(0)
        .filter(line => /row|repeat/.test(line))
        .map(line => line.replace('info row ', '')),
  }
}

test('a user whose next row is on its way waits for it and goes on, instead of ending for lack of rows', async () => {
  const { pass, said, grant, driver, asks } = bench({})
  await pass(500)
  expect([said(), driver.users]).toEqual([['0', '1'], 1])
  expect(asks.map(({ request, size }) => [request, size])).toEqual([
    [1, 2],
    [2, 2],
  ])
  grant(40, 42)
  await pass(500)
  expect([said(), driver.users]).toEqual([['40', '41'], 1])
  grant(42, 42, true)
  await pass(20)
  expect(said()).toEqual(['c: rowsUsedUp'])
  expect(driver.users).toBe(0)
})

test('of several users that wait each gets a row of its own, and the rest goes on waiting', async () => {
  const { pass, said, grant, driver } = bench({}, undefined, 5)
  await pass(100)
  expect(said()).toEqual(['0', '1'])
  grant(7, 9)
  await pass(100)
  expect([said(), driver.users]).toEqual([['7', '8'], 5])
})

test('a stop ends the wait at once', async () => {
  const { pass, driver, environment, userPool } = bench({})
  await pass(200)
  environment.isStopping = true
  userPool.wakeAll()
  await userPool.idle()
  expect(driver.users).toBe(0)
})

test('a load that falls ends the wait at once', async () => {
  const { pass, driver } = bench({})
  await pass(200)
  driver.changeLoad(loadAtOnce(0))
  await pass(10)
  expect(driver.users).toBe(0)
})

test.each([
  ['stopUser', [], 0],
  ['keepLast', ['1'], 1],
  ['cycle', ['0', '1'], 1],
])(
  'a user that has waited for too long goes on as if all rows were given: %s',
  async (exhaustion, rows, users) => {
    const { pass, said, driver } = bench({ exhaustion })
    await pass(100)
    said()
    await pass(rowWaitMs - 200)
    expect([said(), driver.users]).toEqual([[], 1])
    await pass(400)
    const lines = said()
    expect(lines[0]).toContain('no data rows were assigned to a parameter with unique selection')
    expect(
      lines
        .slice(1)
        .filter(line => !line.includes('left'))
        .slice(0, rows.length),
    ).toEqual(rows)
    expect(driver.users).toBe(users)
  },
)

test('rows that come late are taken up all the same', async () => {
  const { pass, said, grant } = bench({ exhaustion: 'keepLast' })
  await pass(rowWaitMs + 500)
  said()
  grant(50, 52, true)
  await pass(20)
  expect(said().slice(0, 2)).toEqual(['50', '51'])
})

test('with update “occurrence” the passes of a loop wait too, so that no row is used twice', async () => {
  const loop = group('loop', { count: '5' }, say)
  const { pass, said, grant, driver } = bench({ update: 'occurrence' }, [loop, thinking(10)])
  await pass(200)
  expect([said(), driver.users]).toEqual([['0', '1'], 1])
  grant(20, 23)
  await pass(200)
  grant(30, 33)
  await pass(100)
  expect([said(), driver.users]).toEqual([['20', '21', '22', '30', '31', '32'], 1])
})

test('with update “occurrence” a script that reads more than ever before repeats its user’s row, and is warned of once', async () => {
  const code = "for (let i = 0; i < 4; i++) log('row ' + vars.get('n'))"
  const script = { id: 'js', name: 'js', kind: 'script', code }
  const { pass, said, grant } = bench({ update: 'occurrence' }, [script, thinking(10)])
  await pass(200)
  const [first, second, warning, ...rest] = said()
  expect([first, second, ...rest]).toEqual(['0', '1', '1', '1'])
  expect(warning).toContain(
    'parameter n: an iteration used more rows than any iteration before, so users repeat values',
  )
  // By now the number of rows of an iteration is known.
  grant(60, 63)
  await pass(100)
  expect(said()).toEqual([])
  grant(70, 73)
  await pass(10)
  expect(said()).toEqual(['60', '61', '62', '70'])
})
