import type { RowRequest } from '@pone/contract/link/coordination.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lease, RowLeases } from './row-leases.ts'

const request = (workerId: string, number: number, changes: Partial<RowRequest> = {}): RowRequest => ({
  workerId,
  key: 'p',
  request: number,
  rowCount: 100,
  size: 10,
  isReusable: false,
  ...changes,
})
const rangeOf = ({ grant }: ReturnType<RowLeases['grant']>) => [grant.from, grant.to]
const rowsOf = ({ from, to }: { from: number; to: number }) =>
  Array.from({ length: to - from }, (_, at) => from + at)

/** Possible operations on the leases of a run. */
const acts = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        worker: fc.nat(4),
        size: fc.integer({ min: 1, max: 40 }),
      }),
    },
    fc.record({ kind: fc.constant('repeat' as const), nth: fc.nat(50) }),
    fc.record({ kind: fc.constant('die' as const), worker: fc.nat(4) }),
    fc.record({ kind: fc.constant('restart' as const) }),
  ),
  { maxLength: 60 },
)

/** Leases of a run as the controller keeps them: each grant is stored, and a restart begins with what is stored. */
function controller() {
  const stored = new Map<string, Lease>()
  const store = (leases: readonly Lease[]) => {
    for (const lease of leases) stored.set(`${lease.workerId} ${lease.request}`, lease)
  }
  let leases = new RowLeases()
  return {
    ask: (asked: RowRequest) => {
      const { grant, lease } = leases.grant(asked)
      store(lease === null ? [] : [lease])
      return grant
    },
    die: (workerId: string) => store(leases.giveBack(each => each === workerId)),
    restart: () => {
      leases = new RowLeases()
      leases.restore([...stored.values()])
    },
  }
}

describe.each([false, true])('rows that come again: %s', isReusable => {
  test('are never two workers’ at a time, whatever happens, and all of them are given', () => {
    fc.assert(
      fc.property(acts, fc.integer({ min: 1, max: 200 }), (story, rowCount) => {
        const server = controller()
        const asked: { request: RowRequest; rows: number[] }[] = []
        /** By row: the worker that has it, or had it where rows are not reused. */
        const owner = new Map<number, string>()
        const lives = [1, 1, 1, 1, 1]
        const nameOf = (worker: number) => `w${worker}.${lives[worker] ?? 0}`
        const ask = (workerId: string, size: number) => {
          const made = request(workerId, asked.length + 1, { rowCount, size, isReusable })
          const grant = server.ask(made)
          asked.push({ request: made, rows: rowsOf(grant) })
          for (const row of rowsOf(grant)) {
            expect(owner.get(row)).toBeUndefined()
            owner.set(row, workerId)
          }
          return grant
        }
        for (const act of story) {
          if (act.kind === 'ask') ask(nameOf(act.worker), act.size)
          else if (act.kind === 'restart') server.restart()
          else if (act.kind === 'repeat') {
            const earlier = asked[act.nth % Math.max(1, asked.length)]
            const isAlive = lives.some((_, worker) => nameOf(worker) === earlier?.request.workerId)
            if (earlier === undefined || !isAlive || earlier.rows.length === 0) continue
            expect(rowsOf(server.ask(earlier.request))).toEqual(earlier.rows)
          } else {
            server.die(nameOf(act.worker))
            if (isReusable)
              for (const [row, name] of owner) if (name === nameOf(act.worker)) owner.delete(row)
            lives[act.worker] = (lives[act.worker] ?? 0) + 1
          }
        }
        for (let isLast = false; !isLast; ) ({ isLast } = ask('last', 7))
        expect([...owner.keys()].sort((a, b) => a - b)).toEqual(rowsOf({ from: 0, to: rowCount }))
      }),
    )
  })
})

describe('rows', () => {
  test('of different parameters are independent of each other', () => {
    const leases = new RowLeases()
    expect(rangeOf(leases.grant(request('a', 1)))).toEqual([0, 10])
    expect(rangeOf(leases.grant(request('a', 1, { key: 'q' })))).toEqual([0, 10])
  })
  test('are marked as the last ones, and after them there are none', () => {
    const leases = new RowLeases()
    expect(leases.grant(request('a', 1, { size: 99 })).grant.isLast).toBe(false)
    expect(leases.grant(request('b', 1, { size: 99 })).grant).toMatchObject({
      from: 99,
      to: 100,
      isLast: true,
    })
    expect(leases.grant(request('a', 2))).toEqual({
      grant: { workerId: 'a', key: 'p', request: 2, from: 100, to: 100, isLast: true },
      lease: null,
    })
  })
  test('of a worker that is gone stay unused unless they come again', () => {
    const leases = new RowLeases()
    leases.grant(request('a', 1, { size: 100 }))
    expect(leases.giveBack(() => true)).toEqual([])
    expect(rangeOf(leases.grant(request('b', 1)))).toEqual([100, 100])
  })
})

test('of a worker that was taken for gone are counted when another one has them', () => {
  const leases = new RowLeases()
  for (const number of [1, 2]) leases.grant(request('a', number, { isReusable: true, size: 50 }))
  expect(leases.countRegiven('a')).toBe(0)
  leases.giveBack(worker => worker === 'a')
  expect(leases.countRegiven('a')).toBe(0)
  leases.grant(request('b', 1, { isReusable: true, size: 50 }))
  expect(leases.countRegiven('a')).toBe(50)
})
