/** A visit to the demo shop with a real Chromium through `./pone record`, up to the component that is made of it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createShop } from '@pone/demo-target/shop.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fromRecording } from '../convert/from-recording.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const shop = createShop()
let folder = ''
let shopAddress = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-record-'))
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  shopAddress = `http://127.0.0.1:${z.object({ port: z.number() }).parse(shop.address()).port}`
})
afterAll(async () => {
  shop.closeAllConnections()
  shop.close()
  await rm(folder, { recursive: true })
})

/** Runs `./pone record` until it is stopped or ends. */
function record(...args: readonly string[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    [main, 'record', '--data', join(folder, 'data'), ...args],
    {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        TMPDIR: folder,
        PONE_BROWSER_OPTIONS: '--headless --no-sandbox --disable-gpu --disable-dev-shm-usage',
      },
    },
  )
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null)
      createInterface({ input: stream }).on('line', line => {
        lines.push(line)
        for (const look of waiting) look()
      })
  const exit = once(child, 'close').then(([code]: unknown[]) => Number(code))
  const seen = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const line = lines.find(each => pattern.test(each))
        if (line === undefined) return
        waiting.delete(look)
        resolve(line)
      }
      waiting.add(look)
      exit.then(() => reject(new Error(`${String(pattern)} is not in\n${lines.join('\n')}`)), reject)
      look()
    })
  return { child, lines, seen, exit }
}

test('a browser is started ready to record, and leaves nothing but the file', async () => {
  const { child, lines, seen, exit } = record(
    '--out',
    'visit.har',
    '--browser',
    `${shopAddress}/hard/`,
    '--port',
    '0',
    '--json',
  )
  await seen(/^200 GET .*\/hard\/ /)
  child.kill('SIGINT')
  expect(await exit).toBe(0)
  expect(lines.find(line => line.startsWith('{'))).toContain('"ended":"stopped"')
  // Where paths are long, an empty folder of Chromium itself stays.
  const left = (await readdir(folder)).filter(name => !name.startsWith('org.chromium.'))
  expect(left).toEqual(['visit.har'])
  expect((await stat(join(folder, 'visit.har'))).mode & 0o777).toBe(0o600)
  const made = await fromRecording(join(folder, 'visit.har'), 'Visit')
  expect(made?.yaml).toContain('get: /hard/')
})

test('the authority stays for the next recording until it is removed', async () => {
  const authority = join(folder, 'data', 'recording', 'authority.pem')
  const { child, seen, exit } = record('--out', 'marked.har', '--port', '0')
  const address = (await seen(/^ready: /)).slice('ready: '.length)
  const offered = await (await fetch(`${address}/pone-recording-ca.crt`)).text()
  expect(await readFile(authority, 'utf8')).toContain(offered)
  child.stdin?.write('Sign in\n')
  await seen(/Transaction: Sign in/)
  child.kill('SIGINT')
  // Nothing was requested.
  expect(await exit).toBe(1)
  expect(JSON.parse(await readFile(join(folder, 'marked.har'), 'utf8'))).toMatchObject({
    log: { entries: [], pages: [{ title: 'Sign in' }] },
  })
  expect(await record('--out', 'marked.har', '--port', '0').exit).toBe(4)
  expect(await record('--remove-ca').exit).toBe(0)
  await expect(access(authority)).rejects.toThrow('ENOENT')
})
