import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runIteration } from '../iteration.ts'
import { itemsOf } from './for-each.ts'
import { failing, group, note, tell, thinking, userOf, usersOf } from './step-harness.ts'

const informed = (lines: readonly string[]) =>
  lines.filter(line => line.startsWith('info ')).map(line => line.slice(5))
const passes = (count: number, ...children: object[]) => group('loop', { count: String(count) }, ...children)
const script = (code: string) => ({ id: 'js', name: 'js', kind: 'script', code })

describe('while', () => {
  const counting = (rest: object) =>
    group(
      'while',
      { left: '${n}', operator: 'less', right: '3', ...rest },
      script('vars.set("n", Number(vars.get("n")) + 1); log(vars.get("n"))'),
    )
  const variables = [{ name: 'n', value: '0' }]
  test('looks at its condition before each pass', async () => {
    const { user, lines } = userOf({ variables, steps: [counting({})] })
    await runIteration(user)
    expect(informed(lines)).toEqual(['1', '2', '3'])
  })
  test('does nothing when the condition does not hold at first', async () => {
    const { user, lines } = userOf({ variables, steps: [counting({ right: '0' })] })
    await runIteration(user)
    expect(informed(lines)).toEqual([])
  })
  test('ends after its most passes', async () => {
    const { user, lines } = userOf({ variables, steps: [counting({ right: '100', maxPasses: 2 })] })
    await runIteration(user)
    expect(informed(lines)).toEqual(['1', '2'])
  })
  test('without a limit lets other users run, and ends when its user is to leave', async () => {
    const endless = { left: 'a', operator: 'equals', right: 'a', maxPasses: 0 }
    const { users, lines } = usersOf({ steps: [group('while', endless, script('1')), note('after')] }, 2)
    const iterations = users.map(user => runIteration(user))
    for (const user of users) {
      await user.yieldTurn()
      user.isRetiring = true
    }
    expect(await Promise.all(iterations)).toEqual(['next', 'next'])
    expect(informed(lines)).toEqual(['after', 'after'])
  })
})

describe('for-each', () => {
  test.each([
    ['["a","b"]', ',', ['a', 'b']],
    ['[1,true,null,{"x":[1]},"t"]', ',', ['1', 'true', 'null', '{"x":[1]}', 't']],
    ['[]', ',', []],
    ['', ',', []],
    ['  ', ',', []],
    ['a, b ,c', ',', ['a', 'b', 'c']],
    ['a||b', '||', ['a', 'b']],
    ['[not json', ',', ['[not json']],
    ['{"a":1}', ';', ['{"a":1}']],
    ['a,,b', ',', ['a', '', 'b']],
  ])('takes %s with separator %s as %j', (text, separator, items) => {
    expect(itemsOf(text, separator)).toEqual(items)
  })
  test('has one pass per item, the item in its variable, which keeps the last one', async () => {
    const { user, lines } = userOf({
      variables: [{ name: 'list', value: '["x","y"]' }],
      steps: [group('forEach', { items: '${list}', variable: 'item' }, tell('item')), tell('item')],
    })
    await runIteration(user)
    expect(informed(lines)).toEqual(['x', 'y', 'y'])
  })
  test('divides at line ends that are written as \\n', async () => {
    const { user, lines } = userOf({
      steps: [group('forEach', { items: 'x\ny', separator: '\\n', variable: 'item' }, tell('item'))],
    })
    await runIteration(user)
    expect(informed(lines)).toEqual(['x', 'y'])
  })
  test('has no pass over what nothing defines', async () => {
    const { user, lines } = userOf({
      steps: [group('forEach', { items: '${none}', variable: 'item' }, note('never'))],
    })
    await runIteration(user)
    expect(informed(lines)).toEqual([])
  })
})

describe('random', () => {
  test('runs one enabled child per pass, each as likely as the others', async () => {
    const { user, lines } = userOf({
      steps: [
        passes(
          3_000,
          group('random', {}, note('a'), { ...note('off'), enabled: false }, note('b'), note('c')),
        ),
      ],
    })
    await runIteration(user)
    const counts = ['a', 'b', 'c'].map(name => informed(lines).filter(line => line === name).length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3_000)
    // Seven standard deviations: fails by chance once in 10^11 runs.
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(7 * 26)
  })
})

describe('weighted', () => {
  test('meets whole weights exactly over each sum of them, and no child is ever a whole pass ahead', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (weights, rounds) => {
          const sum = weights.reduce((total, weight) => total + weight, 0)
          const children = weights.map((_, index) => note(`${index}`))
          const byId = Object.fromEntries(children.map((child, index) => [child.id, weights[index]]))
          const { user, lines } = userOf({
            steps: [passes(sum * rounds, group('weighted', { weights: byId }, ...children))],
          })
          await runIteration(user)
          const run = informed(lines)
          for (const [index, weight] of weights.entries()) {
            expect(run.filter(line => line === `${index}`)).toHaveLength(weight * rounds)
          }
          for (let pass = 1; pass <= run.length; pass++) {
            const name = run[pass - 1]
            const given = run.slice(0, pass).filter(line => line === name).length
            expect(given).toBeLessThan((pass * (weights[Number(name)] ?? 0)) / sum + 1)
          }
        },
      ),
      { numRuns: 30 },
    )
  })
  test('divides its proportions among the users of a worker', async () => {
    const rare = note('rare')
    const often = note('often')
    const { users, lines } = usersOf(
      { steps: [group('weighted', { weights: { [rare.id]: 1, [often.id]: 9 } }, rare, often)] },
      20,
    )
    for (const user of users) await runIteration(user)
    expect(informed(lines).filter(line => line === 'rare')).toHaveLength(2)
  })
  test('runs nothing when all weights are 0', async () => {
    const child = note('never')
    const { user, lines } = userOf({ steps: [group('weighted', { weights: { [child.id]: 0 } }, child)] })
    await runIteration(user)
    expect(informed(lines)).toEqual([])
  })
})

describe('once', () => {
  test('runs in the first iteration of each user alone, and once there', async () => {
    const { users, lines } = usersOf({ steps: [passes(2, group('once', {}, note('login'))), note('x')] }, 2)
    for (const user of [...users, ...users]) await runIteration(user)
    expect(informed(lines)).toEqual(['login', 'x', 'login', 'x', 'x', 'x'])
  })
  test('runs each time where threads are not reused: each iteration is a new user', async () => {
    const { user, lines } = userOf({
      threadGroup: { reuseThreads: false },
      steps: [group('once', {}, note('login'))],
    })
    for (let iteration = 0; iteration < 3; iteration++) await runIteration(user)
    expect(informed(lines)).toEqual(['login', 'login', 'login'])
  })
})

describe('pacing step', () => {
  afterEach(() => void vi.useRealTimers())
  test.each([true, false])(
    'holds each user to its own pace, from the second time on, with reuse of threads %s',
    async reuseThreads => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance', 'Date'] })
      const { users, environment } = usersOf(
        {
          threadGroup: { reuseThreads },
          steps: [{ id: 'p', name: '', kind: 'pacing', durationMs: 1_000 }, thinking(300)],
        },
        2,
      )
      const [one, other] = users
      if (one === undefined || other === undefined) throw new Error('no users')
      const { clock } = environment
      const begins: number[] = []
      const work = async () => {
        for (let iteration = 0; iteration < 3; iteration++) {
          await runIteration(one)
          begins.push(Math.round(clock.elapsedMs() - 300))
        }
      }
      const done = work()
      await vi.advanceTimersByTimeAsync(500)
      const late = runIteration(other)
      await vi.advanceTimersByTimeAsync(5_000)
      await Promise.all([done, late])
      expect(begins).toEqual([0, 1_000, 2_000])
    },
  )
  test('does not wait when the time has passed already', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance', 'Date'] })
    const { user, environment } = userOf({
      steps: [{ id: 'p', name: '', kind: 'pacing', durationMs: 100 }, thinking(300)],
    })
    const work = async () => {
      await runIteration(user)
      await runIteration(user)
      return Math.round(environment.clock.elapsedMs())
    }
    const done = work()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await done).toBe(600)
  })
})

describe('a user’s fault', () => {
  test.each([
    ['a failure', failing()],
    ['an exception', script('throw new Error("boom")')],
    ['a script without end', { ...script('for (;;) {}'), timeoutMs: 20 }],
    ['a broken prototype', script('Object.prototype.toString = null; Array.prototype.map = null; fail("x")')],
    ['a global left behind', script('globalThis.mine = "leak"; fail("x")')],
  ])('%s leaves the state of another user as it is', async (_what, step) => {
    const { users, lines } = usersOf(
      {
        settings: { continueOnError: false },
        steps: [
          group(
            'if',
            { left: '${threadId()}', operator: 'equals', right: '1' },
            script('vars.set("v", "bad")'),
            step,
          ),
          script('vars.set("v", (vars.get("v") ?? "") + "x"); log(vars.get("v") + typeof mine)'),
        ],
      },
      2,
    )
    const [faulty, sound] = users
    if (faulty === undefined || sound === undefined) throw new Error('no users')
    for (let iteration = 0; iteration < 3; iteration++) {
      await Promise.all([runIteration(sound), runIteration(faulty)])
    }
    expect(informed(lines)).toEqual(['xundefined', 'xxundefined', 'xxxundefined'])
    expect([sound.failures, faulty.failures]).toEqual([0, 3])
    expect(sound.iteration).toBe(3)
    expect(typeof Array.prototype.map).toBe('function')
  })
})
