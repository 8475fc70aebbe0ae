import { expect, test } from 'vitest'
import { optionReasons } from './java-options.ts'

test.each([
  ['-XX:OnError=touch', /command/],
  ['-XX:OnOutOfMemoryError=kill', /command/],
  ['-version', /instead/],
  ['-X', /instead/],
  ['--list-modules', /instead/],
  ['-jar', /something else/],
  ['--class-path=/tmp', /something else/],
])('%s is refused with the reason', (option, reason) => {
  const [first, ...more] = optionReasons([option])
  expect(first?.en).toMatch(reason)
  expect(first?.zh).toContain(option)
  expect(more).toEqual([])
})

test.each([
  '-Xmx2g',
  '-XX:+UseG1GC',
  '-Dhttp.proxyHost=proxy',
  '-javaagent:/opt/agent.jar',
  '-verbose:gc',
  '-ea',
  '-Xlog:gc',
])('%s may be used', option => {
  expect(optionReasons([option])).toEqual([])
})
