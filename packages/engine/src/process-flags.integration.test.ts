/** The guarantees of the flags of the engine's processes. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { engineFlags } from './process-flags.ts'

const evaluate = async (code: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [...engineFlags, '-e', code], {
    timeout: 20_000,
  })
  return stdout.trim()
}

test('an expression that backtracks without end is answered all the same', async () => {
  const code = 'console.log(/^(a+)+$/.test("a".repeat(1_000_000) + "b"), /(x+x+)+y/g.exec("x".repeat(5_000)))'
  expect(await evaluate(code)).toBe('false null')
})

test('text does not become code', async () => {
  expect(await evaluate('try { Function("return 1")() } catch (e) { console.log(e.name) }')).toBe('EvalError')
})
