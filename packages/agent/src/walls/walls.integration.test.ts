/** The second wall alone: with the first one off, hostile code in an engine's process reaches nothing. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { knownEscapes } from '@pone/engine/scripts/known-escapes.ts'
import { describe, expect, test } from 'vitest'
import { attacks } from './attacks.ts'
import type { Finding } from './hostile-process.ts'
import { copyForAll } from './readable-copy.ts'
import { type TrialEnd, tryWall } from './wall-trial.ts'

const program = fileURLToPath(new URL('./wall-trial.ts', import.meta.url))
const isRoot = process.getuid?.() === 0
const timeoutMs = 180_000
/** An account without rights, like that of an agent that a systemd unit starts. */
const stranger = '64001'

const reached = (findings: readonly Finding[]) => findings.filter(finding => finding.reached !== '')

/** `place` is what that account can read of this program. */
async function asStranger(what: string, place: ReturnType<typeof copyForAll>): Promise<TrialEnd> {
  const drop = [
    `--reuid=${stranger}`,
    `--regid=${stranger}`,
    '--clear-groups',
    place.node,
    place.program,
    what,
  ]
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/tmp' }
  const { stdout } = await promisify(execFile)('setpriv', drop, { env, timeout: timeoutMs, maxBuffer: 1e7 })
  return JSON.parse(stdout) as TrialEnd
}

describe('the wall of the process', () => {
  test('stops attacks that succeed without it', { timeout: timeoutMs }, async () => {
    const { findings } = await tryWall('control')
    expect(reached(findings).length).toBeGreaterThanOrEqual(30)
  })
  test('leaves nothing to reach', { timeout: timeoutMs }, async () => {
    const { findings, how } = await tryWall('attacks')
    expect(how).toBe('exit code 0')
    expect(reached(findings)).toEqual([])
    expect(findings).toHaveLength(attacks.filter(each => isRoot || !each.needsAccount).length)
  })
  test('stands behind each known escape from the engine of scripts', { timeout: timeoutMs }, async () => {
    const { findings, how } = await tryWall('escapes')
    expect(how).toBe('exit code 0')
    expect(findings.map(({ name }) => name)).toEqual(knownEscapes.map(({ name }) => name))
    expect(reached(findings)).toEqual([])
  })
  test('lets a process that takes all memory end by itself, and it says why', {
    timeout: timeoutMs,
  }, async () => {
    const { how, output } = await tryWall('memory', 400 * 1024 ** 2)
    expect(how).toMatch(/signal SIG(ABRT|TRAP|ILL|SEGV)|exit code 13[0-9]/)
    expect(output).toMatch(/out of memory/i)
  })
  test('holds for an agent that is not root', { timeout: timeoutMs }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pone-readable-'))
    try {
      const place = isRoot ? copyForAll(folder, program) : null
      for (const what of ['attacks', 'escapes'] as const) {
        const { findings, how } = await (place === null ? tryWall(what) : asStranger(what, place))
        expect(how).toBe('exit code 0')
        expect(findings.length).toBeGreaterThan(40)
        expect(reached(findings)).toEqual([])
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
