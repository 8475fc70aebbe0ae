/** `./pone run` against a server that drops kept-alive connections: what it received is what the result says was sent, repetitions among it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveDropping } from '@pone/protocols/http/test-servers.ts'
import { afterAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pone-repeated-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  // The first request of each connection is answered, the second drops it.
  ['', { requests: 10, failed: 0, sent: 19, repeated: 9, reconciled: true }],
  [
    'settings: { repeatDropped: false }',
    { requests: 10, failed: 5, sent: 10, repeated: 0, reconciled: true },
  ],
])('with %j', async (settings, expected) => {
  const server = await serveDropping()
  const path = join(folder, `${expected.sent}.yaml`)
  writeFileSync(
    path,
    `name: Shop\nload: { users: 1, loops: 10 }\n${settings}\nsteps:\n  - get: ${server.url}/\n    name: home\n`,
  )
  const child = spawn(process.execPath, [program, 'run', path, '--json'], {
    env: { ...process.env, LANG: 'C', LC_ALL: '', NO_COLOR: '1', PONE_RUN_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { out: '', err: '' }
  child.stdout.on('data', data => {
    texts.out += String(data)
  })
  child.stderr.on('data', data => {
    texts.err += String(data)
  })
  try {
    await once(child, 'close')
    expect(texts.out, texts.err).toMatch(/^\{/)
    expect(JSON.parse(texts.out), texts.err).toMatchObject(expected)
    expect(server.requests).toBe(expected.sent)
    if (expected.repeated > 0) expect(texts.err).toContain('9 of those sent repeat one on a new connection')
  } finally {
    child.kill('SIGKILL')
    await server.close()
  }
})
