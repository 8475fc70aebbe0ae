/** The first wall alone: no known escape gets from a script to an object of this process. That the escapes work is proven against a context of node:vm. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { knownEscapes } from './known-escapes.ts'
import { holdsLanguageWall } from './language-wall-harness.ts'

describe('the list of known escapes', () => {
  test('holds at least sixty, each by its own name', () => {
    expect(new Set(knownEscapes.map(({ name }) => name)).size).toBe(knownEscapes.length)
    expect(knownEscapes.length).toBeGreaterThanOrEqual(60)
  })
  test('gets out of a context of node:vm, the published one included', () => {
    const program = fileURLToPath(new URL('./naive-context-harness.ts', import.meta.url))
    const out: unknown = JSON.parse(
      execFileSync(process.execPath, [program], { encoding: 'utf8', timeout: 120_000 }),
    )
    expect(out).toContain('error with a symbol as name')
    expect(out).toSatisfy((names: unknown[]) => names.length >= 30)
  })
})

describe('the wall of language', () => {
  test.each(knownEscapes)('holds against: $name', escape => {
    expect(holdsLanguageWall(escape)).toBe('')
  })
})
