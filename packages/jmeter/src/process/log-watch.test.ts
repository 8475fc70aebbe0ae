import type { LogLine } from '@pone/contract/entities/run.ts'
import { readCause } from '@pone/contract/told-cause.ts'
import { describe, expect, test } from 'vitest'
import { readLogLine } from './log-format.ts'
import { faultIn, LogWatch } from './log-watch.ts'

function watched(text: string) {
  const reported: LogLine[] = []
  const watch = new LogWatch(line => reported.push(line))
  for (const line of text.split('\n')) watch.take(line)
  watch.flush()
  return { watch, reported }
}

const start = `1795290483156 INFO o.a.j.JMeter: Running test (1795290483156)
1795290483215 INFO o.a.j.e.StandardJMeterEngine: Starting ThreadGroup: 1 : Thread Group
1795290483220 INFO o.a.j.e.StandardJMeterEngine: Starting 2 threads for group Thread Group.
1795290483229 INFO o.a.j.t.JMeterThread: Thread started: Thread Group 1-2
1795290483231 INFO o.a.j.t.JMeterThread: Thread started: Thread Group 1-1`

test('a line has its instant, level, source and message', () => {
  expect(readLogLine('1795290483156 WARN o.a.j.JMeter: Removing: x')).toEqual({
    at: 1_795_290_483_156,
    level: 'warn',
    source: 'o.a.j.JMeter',
    message: 'Removing: x',
  })
  expect(readLogLine('\tat java.base/java.lang.Thread.run(Thread.java:840)')).toBeNull()
})

test('the log shows when the load began, how many threads there are, and that the test has ended', () => {
  const { watch, reported } = watched(start)
  expect(watch).toMatchObject({ threads: 2, startedAt: 1_795_290_483_220, hasEnded: false })
  watch.take('1795290483348 INFO o.a.j.t.JMeterThread: Thread finished: Thread Group 1-2')
  watch.take('1795290483352 INFO o.a.j.e.StandardJMeterEngine: Notifying test listeners of end of test')
  watch.flush()
  expect(watch).toMatchObject({ threads: 1, hasEnded: true })
  // Thousands of threads would fill the run's log.
  expect(reported.some(({ message }) => message.startsWith('Thread started'))).toBe(false)
})

test('the load begins after the set-up groups, and what comes behind it is tear-down', () => {
  const line = (at: number, message: string) => `179529048${at} INFO o.a.j.e.StandardJMeterEngine: ${message}`
  const { watch } = watched(
    [line(1_000, 'Starting setUp ThreadGroup: 1 : a'), line(1_001, 'Starting 1 threads for group a.')].join(
      '\n',
    ),
  )
  expect(watch).toMatchObject({ phase: 'setUp', startedAt: null, hasHeard: false })
  watch.take(line(2_000, 'Starting ThreadGroup: 1 : b'))
  expect(watch.startedAt).toBeNull()
  watch.take(line(3_000, 'Starting 4 threads for group b.'))
  watch.take(line(4_000, 'Starting tearDown ThreadGroup: 1 : c'))
  watch.take(line(4_001, 'Starting 1 threads for group c.'))
  watch.take('1795290484002 INFO o.a.j.JMeter: Command: Shutdown received from /127.0.0.1')
  expect(watch).toMatchObject({ phase: 'tearDown', startedAt: 1_795_290_483_000, hasHeard: true })
})

test('a stack belongs to its line', () => {
  const { reported } = watched(
    '1795290483156 ERROR o.a.j.t.JMeterThread: Test failed!\njava.lang.X: y\n\tat a.b(C.java:1)',
  )
  expect(reported).toHaveLength(1)
  expect(reported[0]?.message).toBe('Test failed!\njava.lang.X: y\n\tat a.b(C.java:1)')
})

test('a plan that stops the test is reported', () => {
  const { watch } = watched(
    `${start}\n1795290483300 INFO o.a.j.t.JMeterThread: Stop Test detected by thread: Thread Group 1-1`,
  )
  expect(watch.stopTest).toBe('Stop Test detected by thread: Thread Group 1-1')
})

describe('faults after which JMeter may end with code 0', () => {
  test.each([
    [
      "Error in NonGUIDriver\njava.lang.IllegalArgumentException: Problem loading XML from:'/x/plan.jmx'. \nCause:\nCannotResolveClassException: FooSampler\n\n Detail:",
      'FooSampler',
    ],
    [
      "Error in NonGUIDriver\njava.lang.IllegalArgumentException: Problem loading XML from:'/x/plan.jmx'. \nCause:\nIllegalArgumentException: guiclass attribute is not found\n",
      'guiclass attribute is not found',
    ],
    [
      'Test failed!\njava.lang.IllegalArgumentException: File a.csv must exist and be readable\n\tat x',
      'does not exist: a.csv',
    ],
    ['Uncaught exception:\njava.lang.OutOfMemoryError: Java heap space', 'increase it with -Xmx'],
    ['Uncaught\njava.lang.NoClassDefFoundError: org/x/Driver', 'org.x.Driver'],
  ])('%s', (text, reported) => {
    const cause = readCause(faultIn(text), 'en')
    expect(cause.text).toContain(reported)
    expect(cause.raw).toBe(text.trim())
  })
  test('a failed sample is none', () => {
    expect(faultIn('Error during sampling\njava.net.ConnectException: refused')).toBe('')
  })
})
