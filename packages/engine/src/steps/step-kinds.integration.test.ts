/** Every kind of step in four situations: it passes, something in it fails, the run stops, its user must retire. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type StepKind, stepKinds } from '@pone/plan/steps/registry.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { runIteration } from '../iteration.ts'
import { failing, group, note, thinking, usersOf } from './step-harness.ts'

const server = createServer((request, response) => {
  if (request.url === '/slow') return
  response.statusCode = request.url === '/bad' ? 500 : 200
  response.end()
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const request = (path: string) => ({
  id: 'r',
  name: 'r',
  kind: 'request',
  protocol: 'http',
  http: { url: base + path },
})
const a = () => note('a')

interface KindCase {
  /** Lines of one iteration in which it passes; null where it does not run children. */
  passes: [step: object, lines: string[]]
  /** It fails, or something in it does; the iteration ends with it. */
  fails: object | null
  /** It is waiting when the run stops or the user must retire; nothing of it runs afterwards. */
  waits: object | null
}
const around = (kind: StepKind, rest: object, lines: string[]): KindCase => ({
  passes: [group(kind, rest, a()), lines],
  fails: group(kind, rest, failing(), note('never')),
  waits: group(kind, rest, thinking(3_600_000)),
})
const condition = { left: 'x', operator: 'equals', right: 'x' }
const cases: Record<StepKind, KindCase> = {
  request: { passes: [request('/'), ['request']], fails: request('/bad'), waits: null },
  script: { passes: [a(), ['info a']], fails: failing(), waits: null },
  thinkTime: { passes: [thinking(0), []], fails: null, waits: thinking(3_600_000) },
  pacing: {
    passes: [{ id: 'p', name: '', kind: 'pacing', durationMs: 3_600_000 }, []],
    fails: null,
    waits: group('loop', { count: '2' }, { id: 'p', name: '', kind: 'pacing', durationMs: 3_600_000 }),
  },
  rendezvous: {
    passes: [{ id: 'v', name: '', kind: 'rendezvous' }, []],
    fails: null,
    waits: { id: 'v', name: '', kind: 'rendezvous', gather: 'users', quantity: 2, timeoutSeconds: 3_600 },
  },
  transaction: around('transaction', {}, ['info a', 'g passed']),
  loop: around('loop', { count: '2' }, ['info a', 'info a']),
  while: around('while', { ...condition, maxPasses: 2 }, ['info a', 'info a']),
  forEach: around('forEach', { items: '1,2,3', variable: 'v' }, ['info a', 'info a', 'info a']),
  if: around('if', condition, ['info a']),
  percentage: around('percentage', { percentage: 100 }, ['info a']),
  random: {
    passes: [group('random', {}, a(), a()), ['info a']],
    fails: group('random', {}, failing()),
    waits: group('random', {}, thinking(3_600_000)),
  },
  weighted: {
    passes: [group('weighted', {}, a(), a()), ['info a']],
    fails: group('weighted', {}, failing()),
    waits: group('weighted', {}, thinking(3_600_000)),
  },
  once: around('once', {}, ['info a']),
}
const kinds = Object.entries(cases)
const withoutTimes = (lines: readonly string[]) => lines.map(line => line.replace(/ \d+ µs$/, ''))

/** A user in an iteration of that step and one after it. */
function started(step: object, settings: object = {}) {
  const { users, lines, environment, wire } = usersOf({ settings, steps: [step, note('after')] }, 1)
  const [user] = users
  if (user === undefined) throw new Error('no user')
  return { user, lines, environment, wire, iteration: runIteration(user) }
}

test('the table holds every kind of step', () => {
  expect(Object.keys(cases).sort()).toEqual([...stepKinds].sort())
})

const having = (field: 'fails' | 'waits') =>
  kinds.flatMap(([kind, { [field]: step }]) => (step === null ? [] : [[kind, step] as const]))

describe('a step', () => {
  test.each(kinds)('of kind %s passes and goes on', async (_kind, { passes: [step, lines] }) => {
    const run = started(step)
    expect(await run.iteration).toBe('next')
    expect(withoutTimes(run.lines)).toEqual([...lines, 'info after', 'end'])
    run.wire.close()
  })

  test.each(having('fails'))(
    'of kind %s fails and ends the iteration, or goes on when configured so',
    async (_kind, step) => {
      const ended = started(step, { continueOnError: false })
      expect(await ended.iteration).toBe('next')
      expect(ended.lines).not.toContain('info after')
      expect(ended.lines).not.toContain('info never')
      expect(ended.user.failures).toBe(1)
      const went = started(step, { continueOnError: true })
      expect(await went.iteration).toBe('next')
      expect(went.lines).toContain('info after')
      expect(went.user.failures).toBeGreaterThan(0)
      for (const { wire } of [ended, went]) wire.close()
    },
  )

  test.each(having('waits'))('of kind %s begins nothing more when the run stops', async (_kind, step) => {
    const run = started(step)
    await run.user.yieldTurn()
    run.environment.isStopping = true
    run.user.wake()
    expect(await run.iteration).toBe('halt')
    expect(run.lines).not.toContain('info after')
  })

  test.each(having('waits'))(
    'of kind %s waits no more when its user is to leave, who ends with the iteration',
    async (_kind, step) => {
      const run = started(step)
      await run.user.yieldTurn()
      run.user.isRetiring = true
      run.user.wake()
      expect(await run.iteration).toBe('next')
      expect(withoutTimes(run.lines).slice(-2)).toEqual(['info after', 'end'])
    },
  )
})
