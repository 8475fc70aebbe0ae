import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { pacingMs, runIteration } from '../iteration.ts'
import { group, note, tell, userOf } from './step-harness.ts'
import { pauseMs } from './think-time.ts'

describe('steps', () => {
  afterEach(() => void vi.useRealTimers())
  test('a loop runs its children that many times, from a template too', async () => {
    const { user, lines } = userOf({
      variables: [{ name: 'n', value: '2' }],
      steps: [
        group('loop', { count: '3' }, note('a')),
        group('loop', { count: '${n}' }, note('b')),
        group('loop', { count: 'x' }, note('c')),
      ],
    })
    await runIteration(user)
    expect(lines).toEqual([
      'info a',
      'info a',
      'info a',
      'info b',
      'info b',
      'warn loop “g”: “x” is not a valid loop count',
      'end',
    ])
  })
  test.each([
    ['a', 'equals', 'a', true],
    ['${v}', 'equals', 'V', true],
    ['${v}', 'exists', '', true],
    ['${none}', 'exists', '', false],
    ['', 'exists', '', false],
    ['5', 'greater', '10', false],
    ['${none}', 'notEquals', '', true],
  ])('if %s %s %s: %s', async (left, operator, right, expected) => {
    const { user, lines } = userOf({
      variables: [{ name: 'v', value: 'V' }],
      steps: [group('if', { left, operator, right }, note('yes'))],
    })
    await runIteration(user)
    expect(lines.includes('info yes')).toBe(expected)
  })
  test.each([0, 10, 30, 33.3, 50, 100])('%i %% of the passes run the children, exactly', async percentage => {
    const { user, lines } = userOf({
      steps: [group('loop', { count: '1000' }, group('percentage', { percentage }, note('x')))],
    })
    await runIteration(user)
    expect(lines.filter(line => line === 'info x')).toHaveLength(Math.floor(percentage * 10))
  })
  test('disabled steps do not run', async () => {
    const { user, lines } = userOf({ steps: [{ ...note('off'), enabled: false }, note('on')] })
    await runIteration(user)
    expect(lines).toEqual(['info on', 'end'])
  })
  test('a transaction leaves think time out, and fails with what is in it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
    const { user, lines } = userOf({
      steps: [
        group('transaction', { name: 'calm' }, { id: 'p', name: '', kind: 'thinkTime', durationMs: 120 }),
        group(
          'transaction',
          { name: 'outer' },
          group('transaction', { name: 'inner' }, { id: 's', name: 'js', kind: 'script', code: 'fail()' }),
        ),
        group('transaction', { name: 'after' }),
      ],
    })
    const iteration = runIteration(user)
    await vi.advanceTimersByTimeAsync(120)
    await iteration
    expect(lines).toEqual([
      'calm passed',
      'inner: script',
      'inner failed',
      'outer failed',
      'after passed',
      'end',
    ])
  })
  test('a failed step ends the iteration when the settings say so', async () => {
    const { user, lines } = userOf({
      settings: { continueOnError: false },
      steps: [{ id: 's', name: 'js', kind: 'script', code: 'fail()' }, note('never')],
    })
    expect(await runIteration(user)).toBe('next')
    expect(lines).toEqual(['c: script', 'end'])
  })
  test('nothing begins after the stop, and a transaction cut short is not counted', async () => {
    const { user, lines, environment } = userOf({
      steps: [
        group(
          'transaction',
          { name: 't' },
          { id: 'p', name: '', kind: 'thinkTime', durationMs: 60_000 },
          note('never'),
        ),
      ],
    })
    const iteration = runIteration(user)
    environment.isStopping = true
    user.wake()
    expect(await iteration).toBe('halt')
    expect(lines).toEqual(['end'])
  })
  test('a user whose parameter has no row left ends', async () => {
    const { user } = userOf({
      parameters: [{ id: 'p', kind: 'list', name: 'l', values: ['a', 'b'], exhaustion: 'stopUser' }],
      steps: [note('x')],
    })
    expect([await runIteration(user), await runIteration(user), await runIteration(user)]).toEqual([
      'next',
      'next',
      'stopUser',
    ])
  })
  test('a user ends before a request that a used-up parameter has no value for, and says why', async () => {
    const { user, lines } = userOf({
      parameters: [
        { id: 'p', kind: 'list', name: 'l', values: ['a'], update: 'occurrence', exhaustion: 'stopUser' },
      ],
      steps: [
        tell('l'),
        { id: 'r', name: 'r', kind: 'request', protocol: 'http', http: { url: `http://127.0.0.1:1/\${l}` } },
        note('never'),
      ],
    })
    expect(await runIteration(user)).toBe('stopUser')
    expect(lines).toEqual(['info a', 'end', 'c: rowsUsedUp'])
  })
  test.each([
    [true, 'info 1 kept'],
    [false, 'info 1 undefined'],
  ])(
    'with reuse of threads %s a variable set earlier is %s in the next iteration',
    async (reuseThreads, expected) => {
      const code = 'log(vars.get("first") + " " + vars.get("set")); vars.set("set", "kept")'
      const { user, lines } = userOf({
        threadGroup: { reuseThreads },
        variables: [{ name: 'first', value: '1' }],
        steps: [{ id: 's', name: '', kind: 'script', code }],
      })
      await runIteration(user)
      await runIteration(user)
      expect(lines[2]).toBe(expected)
    },
  )
  test('an extracted value gives way to the parameter of its name in the next iteration', async () => {
    const { user, lines } = userOf({
      parameters: [{ id: 'p', kind: 'list', name: 'l', values: ['a', 'b'] }],
      steps: [
        {
          id: 's',
          name: '',
          kind: 'script',
          code: 'log(vars.get("l")); vars.set("l", "own"); log(vars.get("l"))',
        },
      ],
    })
    await runIteration(user)
    await runIteration(user)
    expect(lines).toEqual(['info a', 'info own', 'end', 'info b', 'info own', 'end'])
  })
})

const settings = (changes: object): ComponentDocument['settings'] =>
  componentDocumentSchema.parse({ settings: changes }).settings
const think = (changes: object) => ({
  id: 'p',
  name: '',
  enabled: true,
  kind: 'thinkTime' as const,
  distribution: 'fixed' as const,
  durationMs: 100,
  spreadMs: 0,
  ...changes,
})

describe('think time and pacing', () => {
  test.each([
    [{}, {}, 100, 100],
    [{}, { thinkTime: { mode: 'ignore' } }, 0, 0],
    [{}, { thinkTime: { mode: 'factor', factor: 2.5 } }, 250, 250],
    [{}, { thinkTime: { mode: 'randomPercent', from: 50, to: 150 } }, 50, 150],
    [{}, { thinkTimeCapMs: 30 }, 30, 30],
    [{ distribution: 'uniform', spreadMs: 200 }, {}, 100, 200],
    [{ distribution: 'normal', spreadMs: 10 }, {}, 0, 200],
  ])('%j with %j lies between %i and %i ms', (step, changes, from, to) => {
    for (let draw = 0; draw < 100; draw++) {
      const ms = pauseMs(think(step), settings(changes))
      expect(ms).toBeGreaterThanOrEqual(from)
      expect(ms).toBeLessThanOrEqual(to)
    }
  })
  test('pacing is none, fixed or between two', () => {
    expect(pacingMs(settings({}))).toBe(0)
    expect(pacingMs(settings({ pacing: { mode: 'fixed', durationMs: 70 } }))).toBe(70)
    const drawn = pacingMs(settings({ pacing: { mode: 'random', fromMs: 10, toMs: 20 } }))
    expect(drawn >= 10 && drawn <= 20).toBe(true)
  })
})
