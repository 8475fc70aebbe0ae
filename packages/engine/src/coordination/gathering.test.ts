import type { GatheringCommand, PointReport } from '@pone/contract/link/coordination.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Gathering, type GatheringReport } from './gathering.ts'

const all = { key: 'p', gather: 'percent', quantity: 100 } as const
const point = (arrived: number, waiting: number, changes: Partial<PointReport> = {}): PointReport => ({
  ...all,
  arrived,
  waiting,
  isExpired: false,
  ...changes,
})

/** A gathering of these workers, with a record of its commands. */
function bench(workers: readonly string[]) {
  const gathering = new Gathering()
  const reported: [worker: string, command: GatheringCommand][] = []
  for (const worker of workers) gathering.join(worker, command => reported.push([worker, command]))
  const wait = (worker: string, users: number, ...points: PointReport[]) =>
    gathering.receive(worker, { kind: 'waiting', users, points })
  const over = (worker: string, round: number, isLate = false) =>
    gathering.receive(worker, { kind: 'roundOver', round, isLate })
  /** Commands since the last call: `worker ≤ number` for releases, `worker n` for rounds. */
  const news = () =>
    reported
      .splice(0)
      .map(([worker, command]) =>
        command.kind === 'release' ? `${worker} ≤ ${command.upTo}` : `${worker} ${command.round}`,
      )
  return { gathering, wait, over, news }
}

describe('a rendezvous over several workers', () => {
  test('lets all go at once when the users of all workers are there', () => {
    const { wait, news } = bench(['a', 'b'])
    wait('a', 3, point(3, 3))
    wait('b', 2)
    wait('b', 2, point(1, 1))
    expect(news()).toEqual([])
    wait('b', 2, point(2, 2))
    expect(news()).toEqual(['a ≤ 3', 'b ≤ 2'])
  })
  test('waits for the first word of each worker before it takes a part of the users for all', () => {
    const { wait, news } = bench(['a', 'b'])
    wait('a', 3, point(3, 3))
    expect(news()).toEqual([])
    wait('b', 0)
    expect(news()).toEqual(['a ≤ 3'])
  })
  test('takes a number of users from wherever they are', () => {
    const { wait, news } = bench(['a', 'b'])
    const four = { gather: 'users', quantity: 4 } as const
    wait('a', 10, point(3, 3, four))
    expect(news()).toEqual([])
    wait('b', 10, point(1, 1, four))
    expect(news()).toEqual(['a ≤ 3', 'b ≤ 1'])
  })
  test('needs fewer when users leave', () => {
    const { wait, news } = bench(['a', 'b'])
    wait('a', 2, point(2, 2))
    wait('b', 1)
    expect(news()).toEqual([])
    wait('b', 0)
    expect(news()).toEqual(['a ≤ 2'])
  })
  test('does not count a released user twice before it has left', () => {
    const { wait, news } = bench(['a'])
    wait('a', 2, point(2, 2))
    expect(news()).toEqual(['a ≤ 2'])
    // Sent before the release arrived: one of the two is waiting again, as number 3.
    wait('a', 2, point(3, 3))
    expect(news()).toEqual([])
    wait('a', 2, point(4, 2))
    expect(news()).toEqual(['a ≤ 4'])
  })
  test('lets everybody go when one has waited long enough, and is not moved by a second word of it', () => {
    const { wait, news } = bench(['a', 'b', 'c'])
    for (const worker of ['a', 'b', 'c']) wait(worker, 5, point(2, 2))
    wait('a', 5, point(2, 0, { isExpired: true }))
    expect(news()).toEqual(['a ≤ 2', 'b ≤ 2', 'c ≤ 2'].slice(1))
    wait('c', 5, point(3, 1))
    wait('b', 5, point(2, 0, { isExpired: true }))
    expect(news()).toEqual([])
  })
  test('goes on without a worker that dies, and with one that takes its place', () => {
    const { gathering, wait, news } = bench(['a', 'b'])
    wait('a', 2, point(2, 2))
    wait('b', 2, point(1, 1))
    gathering.leave('b')
    expect(news()).toEqual(['a ≤ 2'])
    gathering.join('b2', () => undefined)
    wait('a', 2, point(4, 2))
    expect(news()).toEqual([])
    wait('b2', 0)
    expect(news()).toEqual(['a ≤ 4'])
  })
  test('never keeps all users of all workers waiting, in whatever order their words come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 100 }),
        fc.infiniteStream(fc.nat()),
        (users, quantity, choices) => {
          const names = users.map((_, index) => `w${index}`)
          const { gathering, news } = bench(names)
          const arrived = users.map(() => 0)
          const waiting = users.map(() => 0)
          const say = (index: number) =>
            gathering.receive(`w${index}`, {
              kind: 'waiting',
              users: users[index] ?? 0,
              points: [point(arrived[index] ?? 0, waiting[index] ?? 0, { quantity })],
            })
          users.forEach((_, index) => say(index))
          const total = users.reduce((sum, count) => sum + count, 0)
          for (let step = 0; step < 3 * total; step++) {
            const open = users.flatMap((count, index) => ((waiting[index] ?? 0) < count ? [index] : []))
            // At least one user must be active: all waiting at once would be a deadlock.
            expect(open.length).toBeGreaterThan(0)
            const index = open[choices.next().value % open.length] ?? 0
            arrived[index] = (arrived[index] ?? 0) + 1
            waiting[index] = (waiting[index] ?? 0) + 1
            say(index)
            for (const line of news()) {
              const [name = '', , upTo = ''] = line.split(' ')
              const at = names.indexOf(name)
              waiting[at] = Math.max(0, (arrived[at] ?? 0) - Number(upTo))
              say(at)
            }
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('a worker that joins again', () => {
  test('is counted as it is now, not as it was', () => {
    const { gathering, wait, news } = bench(['a', 'b'])
    wait('a', 2, point(2, 2))
    wait('b', 3, point(1, 1))
    gathering.leave('b')
    expect(news()).toEqual(['a ≤ 2'])
    wait('a', 2, point(4, 2))
    expect(news()).toEqual(['a ≤ 4'])
    const reported: GatheringCommand[] = []
    gathering.join('b', command => reported.push(command))
    wait('b', 3, point(2, 2))
    wait('a', 2, point(6, 2))
    expect(reported).toEqual([])
    wait('b', 3, point(3, 3))
    expect([news(), reported]).toEqual([['a ≤ 6'], [{ kind: 'release', key: 'p', upTo: 3 }]])
  })
  test('and has missed a round takes part in the next one, and does not shorten the wait of the others', () => {
    const { gathering, over, news } = bench(['a', 'b'])
    for (const worker of ['a', 'b']) over(worker, 0)
    gathering.leave('b')
    over('a', 1)
    expect(news()).toEqual(['a 1', 'b 1', 'a 2'])
    const rounds: GatheringCommand[] = []
    gathering.join('b', command => rounds.push(command), 1)
    over('b', 1, true)
    expect(news()).toEqual([])
    over('a', 2)
    expect([news(), rounds]).toEqual([['a 3'], [{ kind: 'beginRound', round: 3 }]])
  })
  test('to a gathering that knows nothing brings the number of the round along', () => {
    const gathering = new Gathering()
    const rounds: [string, GatheringCommand][] = []
    for (const [name, begun] of [
      ['a', 6],
      ['b', 7],
    ] as const) {
      gathering.join(name, command => rounds.push([name, command]), begun)
    }
    gathering.receive('a', { kind: 'roundOver', round: 6, isLate: false })
    expect(rounds).toEqual([])
    gathering.receive('b', { kind: 'roundOver', round: 7, isLate: false })
    expect(rounds).toEqual([
      ['a', { kind: 'beginRound', round: 8 }],
      ['b', { kind: 'beginRound', round: 8 }],
    ])
  })
})

describe('rounds over several workers', () => {
  test('begin when all workers are through, on all of them', () => {
    const { over, news } = bench(['a', 'b'])
    over('a', 0)
    expect(news()).toEqual([])
    over('b', 0)
    expect(news()).toEqual(['a 1', 'b 1'])
    over('b', 1)
    over('a', 1)
    expect(news()).toEqual(['a 2', 'b 2'])
  })
  test('begin once when several workers have waited long enough', () => {
    const { over, news } = bench(['a', 'b'])
    for (const worker of ['a', 'b']) over(worker, 0)
    news()
    over('a', 1, true)
    over('b', 1, true)
    expect(news()).toEqual(['a 2', 'b 2'])
  })
  test('begin with those who are free when the time has passed for those who are not', () => {
    const { gathering, over, news } = bench(['a', 'b'])
    for (const worker of ['a', 'b']) over(worker, 0)
    over('a', 1)
    news()
    gathering.receive('b', { kind: 'roundOver', round: 1, isLate: true, misses: 1 })
    expect(news()).toEqual(['a 2', 'b 2'])
  })
  test('are none while nobody is free on any worker; each worker hears how often that was', () => {
    const reported: GatheringCommand[] = []
    const gathering = new Gathering()
    const receive = (worker: string, over: Omit<Extract<GatheringReport, { kind: 'roundOver' }>, 'kind'>) =>
      gathering.receive(worker, { kind: 'roundOver', ...over })
    gathering.join('a', command => reported.push(command))
    gathering.join('b', () => undefined)
    gathering.join('idle', () => undefined)
    for (const worker of ['a', 'b']) receive(worker, { round: 0, isLate: false })
    receive('idle', { round: 0, isLate: false, isIdle: true })
    receive('idle', { round: 1, isLate: false, isIdle: true })
    for (const misses of [1, 1, 2]) receive('a', { round: 1, isLate: true, misses })
    receive('b', { round: 1, isLate: true, misses: 1 })
    receive('b', { round: 1, isLate: true, misses: 2 })
    receive('b', { round: 1, isLate: false })
    receive('a', { round: 1, isLate: true })
    expect(reported).toEqual([
      { kind: 'beginRound', round: 1 },
      { kind: 'beginRound', round: 1, skipped: 1 },
      { kind: 'beginRound', round: 1, skipped: 2 },
      { kind: 'beginRound', round: 2, skipped: 2 },
    ])
  })
  test('go on without a worker that dies', () => {
    const { gathering, over, news } = bench(['a', 'b'])
    for (const worker of ['a', 'b']) over(worker, 0)
    news()
    over('a', 1)
    gathering.leave('b')
    expect(news()).toEqual(['a 2'])
  })
  test('take in a worker that joins, with the number of the run’s round', () => {
    const { gathering, over, news } = bench(['a', 'b'])
    for (const round of [0, 1, 2]) for (const worker of ['a', 'b']) over(worker, round)
    news()
    gathering.leave('b')
    const rounds: number[] = []
    gathering.join('b2', command => command.kind === 'beginRound' && rounds.push(command.round))
    over('b2', 0)
    expect(news()).toEqual([])
    over('a', 3)
    expect(news()).toEqual(['a 4'])
    expect(rounds).toEqual([4])
  })
})
