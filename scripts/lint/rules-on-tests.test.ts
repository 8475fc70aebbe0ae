import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import { noDurationBound } from './no-duration-bound.ts'
import { noTestSleep } from './no-test-sleep.ts'

RuleTester.describe = describe
RuleTester.it = it
const tester = new RuleTester({ languageOptions: { sourceType: 'module', parserOptions: { lang: 'ts' } } })
const invalid = (code: string) => ({ code, errors: 1 })
const pause = "import { setTimeout as pause } from 'node:timers/promises'\n"

tester.run('no-test-sleep', noTestSleep, {
  valid: [
    `${pause}await pause(50)`,
    `${pause}const lookEveryMs = 50\nwhile (!isThere()) await pause(lookEveryMs)`,
    `${pause}await pause(Math.random() * 90)`,
    `${pause}import { vi } from 'vitest'\nvi.useFakeTimers()\nawait pause(5_000)`,
    'await new Promise(resolve => setTimeout(resolve))',
    'await new Promise(resolve => setTimeout(() => resolve(), 99))',
    // A target that answers late, a kill and a time-out are no waits.
    'createServer((_, response) => setTimeout(() => response.end(), 4_500))',
    "const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)",
    'await new Promise((_, reject) => setTimeout(reject, 5_000))',
    'const pause = (ms: number) => ({ ms })\npause(500)',
  ],
  invalid: [
    `${pause}await pause(100)`,
    `${pause}const frequencyMs = 2_000\nawait pause(4 * frequencyMs)`,
    `${pause}for (const awayMs of [2_000, 0]) await pause(awayMs)`,
    `${pause}await pause(Math.random() * 2_000)`,
    "import { setTimeout } from 'timers/promises'\nawait setTimeout(3_000)",
    "import * as timers from 'node:timers/promises'\nawait timers.setTimeout(3_000)",
    'await new Promise(resolve => setTimeout(resolve, 4_000))',
    'await new Promise<void>(resolve => { setTimeout(() => { resolve() }, 500) })',
    'const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))',
    'const { promise, resolve } = Promise.withResolvers()\nsetTimeout(resolve, 300)\nawait promise',
    'await page.waitForTimeout(1_000)',
  ].map(invalid),
})

tester.run('no-duration-bound', noDurationBound, {
  valid: [
    'const at = performance.now()\nexpect(performance.now() - at).toBeGreaterThan(50)',
    'expect(rows.length).toBeLessThan(60)',
    // Orders of instants, and a part within its whole.
    'const begunAt = Date.now()\nexpect(seen.at).toBeLessThanOrEqual(Date.now())',
    'const away = Date.now()\nexpect(gap.from).toBeGreaterThan(away - 2 * 2_000)',
    'const at = performance.now()\nexpect(outcome.durationMs).toBeLessThanOrEqual(performance.now() - at)',
    'const plan = { durationMs: 5 }\nexpect(plan.durationMs).toBeLessThan(6)',
    'expect(trace.uncoveredMs).toBeLessThanOrEqual(trace.durationMs + 1e-6)',
    "import { vi } from 'vitest'\nvi.useFakeTimers()\nconst at = Date.now()\nexpect(Date.now() - at).toBeLessThan(9)",
  ],
  invalid: [
    'const at = performance.now()\nexpect(performance.now() - at).toBeLessThan(5_000)',
    'const at = Date.now()\nconst tookMs = Date.now() - at\nexpect(tookMs / 1_000).toBeLessThanOrEqual(17)',
    'const at = Date.now()\nexpect(Date.now() - at, "took").not.toBeGreaterThan(5_000)',
    'const at = Date.now()\nexpect(9_000).toBeGreaterThan(Date.now() - at)',
    'const at = Date.now()\nexpect(Date.now() - at < 5_000).toBe(true)',
    'const at = Date.now()\nassert.ok(Date.now() - at < 5_000)',
    'expect(list.every(at => Math.abs(Number(at) - Date.now()) < 60_000)).toBe(true)',
    'const killedAt = Date.now()\nexpect((moved.lastAt ?? 0) - killedAt).toBeLessThan(30_000)',
    'expect(profile.startedAt).toBeGreaterThan(Date.now() - 60_000)',
    'expect(result.durationMs).toBeLessThan(9_000)',
    "expect(json?.['durationMs']).toBeLessThan(8_000)",
    'for (const { durationMs } of results) expect(durationMs).toBeLessThan(4_500)',
    'const delay = monitorEventLoopDelay()\nexpect(delay.max / 1e6).toBeLessThan(3_000)',
    'const { user } = process.threadCpuUsage(before)\nexpect(user / 1_000).toBeLessThan(100)',
  ].map(invalid),
})
