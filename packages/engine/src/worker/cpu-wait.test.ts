import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CpuWaitGauge, waitedNsIn } from './cpu-wait.ts'

test.each([
  ['the second figure', '2029000 126467 12\n', 126_467],
  ['unknown', '', null],
])('the time without a core is %s', (_, text, expected) => {
  expect(waitedNsIn(text)).toBe(expected)
})

test('this machine tells what share of the time the process waited for a core', () => {
  const gauge = new CpuWaitGauge()
  const share = gauge.read()
  gauge.close()
  const isKnown = existsSync('/proc/self/schedstat')
  expect(share).toSatisfy((given: number | null) =>
    isKnown ? given !== null && given >= 0 && given <= 1 : given === null,
  )
})
