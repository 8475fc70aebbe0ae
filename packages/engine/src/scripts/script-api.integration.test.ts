import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { scriptMembers, scriptTypings } from '@pone/plan/functions/script-api.ts'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'pone-script-api-'))
afterAll(() => rmSync(folder, { recursive: true }))
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
)

/** The real compiler's messages for a script, one line per error. */
function faultsOf(script: string): string[] {
  writeFileSync(join(folder, 'api.d.ts'), scriptTypings)
  writeFileSync(join(folder, 'script.ts'), script)
  const args = [compiler, '--noEmit', '--strict', '--lib', 'esnext', '--types', '', 'api.d.ts', 'script.ts']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 })
  return stdout.split('\n').filter(line => line !== '')
}

describe('the typings of scripts', () => {
  test('let everything be used that scripts see, and find what is wrong', () => {
    const good = `
      const id: string | undefined = vars.get('id'); vars.set('n', { a: 1 }); vars.remove('n')
      if (response === null || response.status !== 200) fail('no answer')
      const { token } = response.json() as { token: string }
      log('x', response.durationMs, response.header('etag'), response.body.length); log.warn(1); console.error(token)
      const digest: string = fn.hmac('sha256', 'key', token + id) + fn.randomInt(1, 5) + fn.randomItem('a', 'b')
      vars.set(\`\${user.id}-\${user.iteration}\`, digest + fn.env('REGION', 'cn') + fn.uuid())`
    expect(faultsOf(good)).toEqual([])
    const wrong = faultsOf(
      "response.status\nvars.get(1)\nfn.nothing()\nfn.md5()\nvars.get = () => ''\nprocess.exit()",
    )
    expect(wrong.map(line => Number(/script\.ts\((\d+)/.exec(line)?.[1]))).toEqual([1, 2, 3, 4, 5, 6])
  })
  test('describe each thing, in both languages', () => {
    for (const { detail } of scriptMembers) expect(detail.zh && detail.en).toBeTruthy()
  })
})
