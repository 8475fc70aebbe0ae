/**
 * Every command that a README shows is run as written; only addresses and folders are replaced by those of this test.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spawnUp, type UpProcess } from '../packages/cli/src/up/up-process.ts'
import { filesOf, shellCommandsOf } from './readme-blocks.ts'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const readme = (name: string) => readFile(join(checkout, name), 'utf8')
const [english, chinese] = await Promise.all([readme('README.md'), readme('README.zh.md')])

/** Test suites that `./pone test` runs anyway. */
const suites = ['npm run test:escapes']
/**
 * Other commands of the READMEs: tested separately because they take minutes or need another machine; each answers
 * --help.
 */
const longCommands = ['npm run test:faults', 'npm run bench:cluster', 'npm run bench:start']

let folder = ''
let up: UpProcess | null = null
let token = ''
/** Addresses of the READMEs and what replaces them here. */
let addresses: readonly (readonly [printed: string, real: string])[] = []
let received = 0
const receiver = createServer((request, response) => {
  received += 1
  request.resume().once('end', () => response.writeHead(204).end())
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-readme-'))
  await symlink(join(checkout, 'pone'), join(folder, 'pone'))
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const data = join(folder, 'data')
  up = spawnUp(['--data', data, '--port', '0'])
  const address = await up.ready
  const shopPort = (await readFile(join(data, 'demo-port'), 'utf8')).trim()
  token = String(JSON.parse(await readFile(join(data, 'demo-access.json'), 'utf8')).token)
  addresses = [
    ['http://127.0.0.1:8600', address],
    ['http://127.0.0.1:8610', `http://127.0.0.1:${shopPort}`],
    ['http://127.0.0.1:9090', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`],
  ]
}, 300_000)

afterAll(async () => {
  up?.child.kill('SIGTERM')
  await up?.exit
  receiver.close()
  await rm(folder, { recursive: true, force: true })
})

const here = (text: string) => addresses.reduce((all, [printed, real]) => all.replaceAll(printed, real), text)

async function writeFiles(markdown: string): Promise<void> {
  const files = filesOf(markdown)
  expect([...files.keys()]).toEqual(['shop.yaml', 'shop.ts'])
  for (const [name, text] of files) await writeFile(join(folder, name), here(text))
}

function run(command: string): Promise<{ code: number | null; out: string; fault: string }> {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, LANG: 'C', NO_COLOR: '1', PONE_API_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { out: '', fault: '' }
  child.stdout.on('data', data => {
    texts.out += String(data)
  })
  child.stderr.on('data', data => {
    texts.fault += String(data)
  })
  return new Promise(resolve => child.once('close', code => resolve({ code, ...texts })))
}

const commandsOf = (markdown: string) =>
  shellCommandsOf(markdown).filter(
    command =>
      command !== './pone up' && ![...longCommands, ...suites].some(long => command.startsWith(long)),
  )

describe('the README', () => {
  beforeAll(() => writeFiles(english))

  test.each(['./pone install jmeter', ...commandsOf(english)])(
    '%s',
    async command => {
      const { code, fault } = await run(here(command))
      expect({ code, fault: code === 0 ? '' : fault }).toEqual({ code: 0, fault: '' })
    },
    180_000,
  )

  test('writes what its commands say: samples, JUnit, and metrics for Prometheus', async () => {
    expect((await readFile(join(folder, 'samples.jtl'), 'utf8')).split('\n').length).toBeGreaterThan(100)
    expect(await readFile(join(folder, 'result.xml'), 'utf8')).toContain('<testsuite')
    expect(received).toBeGreaterThan(0)
  })

  test.each(longCommands)('%s exists and prints its options', async command => {
    expect(english).toContain(command)
    const { code, out, fault } = await run(`cd '${checkout}' && ${command} -- --help`)
    expect({ code, fault: code === 0 ? '' : fault }).toEqual({ code: 0, fault: '' })
    expect(out).toContain('--')
  })

  test.each(suites)('%s exists', async command => {
    expect(english).toContain(command)
    const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
    expect(Object.keys(scripts)).toContain(command.replace('npm run ', ''))
  })

  test('names commands that exist, with options that they have', async () => {
    const named = [...english.matchAll(/`\.\/pone (\w+)([^`]*)`/g)]
    expect(named.length).toBeGreaterThan(8)
    const helps = new Map<string, string>()
    for (const [, command = '', rest = ''] of named) {
      if (command === 'help') continue
      const help = helps.get(command) ?? (await helpOf(command))
      helps.set(command, help)
      for (const [option] of rest.matchAll(/--(?!help)[a-z-]+/g)) expect(help).toContain(option)
    }
  })

  const helpOf = async (command: string): Promise<string> => {
    const { code, out } = await run(`./pone ${command} --help`)
    expect({ command, code }).toEqual({ command, code: 0 })
    return out
  }
})

describe('the Chinese README', () => {
  beforeAll(() => writeFiles(chinese))

  test('shows the same commands', () => {
    const plain = (markdown: string) =>
      shellCommandsOf(markdown).map(command => command.replaceAll(/'(?:Buy|下单): /g, "'"))
    expect(plain(chinese)).toEqual(plain(english))
  })

  test.each(['shop.yaml', 'shop.ts'])('%s runs against the demo shop', async file => {
    const { code, fault } = await run(`./pone run ${file} --users 2 --iterations 2 --quiet`)
    expect({ code, fault: code === 0 ? '' : fault }).toEqual({ code: 0, fault: '' })
  })
})
