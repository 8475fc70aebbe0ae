import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../pone', import.meta.url))
const tools =
  'sh cat sha256sum cut dirname readlink id uname tail head grep mkdir rm mv flock sleep ln'.split(' ')

/** A checkout in a folder of its own, with a replacement for npm, whose registry cannot be part of a test. */
let folder = ''
const checkout = () => join(folder, 'checkout')
const bin = () => join(folder, 'bin')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone script '))
  await mkdir(join(checkout(), 'packages', 'cli', 'src'), { recursive: true })
  await mkdir(bin())
  await cp(script, join(checkout(), 'pone'))
  await writeFile(join(checkout(), 'package-lock.json'), '{}')
  await writeFile(join(checkout(), '.npmrc'), '')
  await writeFile(
    join(checkout(), 'packages', 'cli', 'src', 'main.ts'),
    `console.log(JSON.stringify(process.argv.slice(2)))`,
  )
  for (const tool of tools) await symlink(await findTool(tool), join(bin(), tool))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function findTool(name: string): Promise<string> {
  return (await run('/bin/sh', ['-c', `command -v ${name}`], process.env)).output.trim()
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = { PATH: bin() }) {
  const child = spawn(command, args, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', data => {
    output += String(data)
  })
  child.stderr.on('data', data => {
    output += String(data)
  })
  return new Promise<{ code: number | null; output: string }>(resolve =>
    child.once('close', code => resolve({ code, output })),
  )
}

const pone = (...args: string[]) => run(join(checkout(), 'pone'), args)

async function installNpm(body: string): Promise<void> {
  const calls = join(folder, 'npm-calls')
  await writeFile(join(bin(), 'npm'), `#!/bin/sh\necho "$*" >> '${calls}'\n${body}\n`, { mode: 0o755 })
}

const npmThatInstalls = 'mkdir -p "$PWD/node_modules"'
const installNode = () => symlink(process.execPath, join(bin(), 'node'))
const npmCalls = async () => (await readFile(join(folder, 'npm-calls'), 'utf8')).trim().split('\n').length

test('the first start installs, the second one does nothing but run the command', async () => {
  await installNode()
  await installNpm(npmThatInstalls)
  const first = await pone('up', '--port', '1', 'two words')
  expect(first.output).toBe('pone: installing packages ...\n["up","--port","1","two words"]\n')
  const second = await pone('demo')
  expect(second).toEqual({ code: 0, output: '["demo"]\n' })
  expect(await npmCalls()).toBe(1)
})

test('a changed lock file is installed again', async () => {
  await installNode()
  await installNpm(npmThatInstalls)
  await pone('up')
  await writeFile(join(checkout(), 'package-lock.json'), '{"new": true}')
  expect((await pone('up')).output).toContain('installing packages')
  expect(await npmCalls()).toBe(2)
})

test('two first starts at once install once and both run', async () => {
  await installNode()
  await installNpm(`sleep 1; ${npmThatInstalls}`)
  const results = await Promise.all([pone('up'), pone('demo')])
  expect(results.map(result => result.code)).toEqual([0, 0])
  expect(await npmCalls()).toBe(1)
})

test('a failed installation shows the end of its log and is tried again by the next start', async () => {
  await installNode()
  await installNpm('echo "the registry is away"; exit 1')
  const failed = await pone('up')
  expect(failed.code).toBe(3)
  expect(failed.output).toContain('the registry is away')
  expect(failed.output).toContain("'installing packages' failed; the whole log is in")
  await installNpm(npmThatInstalls)
  expect((await pone('up')).output).toContain('["up"]')
})

test('an older Node is ignored: Node 24 is fetched into the checkout', async () => {
  await writeFile(join(bin(), 'node'), '#!/bin/sh\necho v20.1.0\n', { mode: 0o755 })
  const fetched = '"$2/node_modules/node-linux-$arch/bin"'
  await installNpm(`
    if [ "$2" = --prefix ]; then shift
      case $(uname -m) in x86_64) arch=x64 ;; *) arch=arm64 ;; esac
      mkdir -p ${fetched} && ln -s '${process.execPath}' ${fetched}/node
    else ${npmThatInstalls}; fi`)
  const { code, output } = await pone('up')
  expect(output).toMatch(
    /^pone: fetching Node\.js 24\.\d+\.\d+ \.\.\.\npone: installing packages \.\.\.\n\["up"\]\n$/,
  )
  expect(code).toBe(0)
})

test('without npm there is one clear sentence', async () => {
  const { code, output } = await pone('up')
  expect(code).toBe(3)
  expect(output).toMatch(/^pone: npm is missing: install Node\.js 20 or newer with npm .*\n$/)
})

test('a symbolic link to the script works from anywhere', async () => {
  await installNode()
  await installNpm(npmThatInstalls)
  await symlink('checkout/pone', join(folder, 'link'))
  expect((await run(join(folder, 'link'), ['up'])).output).toContain('["up"]')
})

test('help needs nothing installed, and an unknown command is refused', async () => {
  expect(await pone('help')).toMatchObject({ code: 0, output: expect.stringContaining('./pone up') })
  const unknown = await pone('dance')
  expect(unknown.code).toBe(2)
  expect(unknown.output).toContain("there is no command 'dance'")
})

test('each command of the command line is one of the script, which names it in its help', async () => {
  const main = await readFile(new URL('../packages/cli/src/main.ts', import.meta.url), 'utf8')
  const names = [...main.matchAll(/^ {2}(\w+): async \(\) =>/gm)].map(([, name = '']) => name)
  expect(names).toContain('up')
  const text = await readFile(script, 'utf8')
  for (const name of names) {
    expect(text).toMatch(new RegExp(`^  (.* )?${name}( .*)?\\) ;;$`, 'm'))
    expect(text).toMatch(new RegExp(`^  \\./pone ${name} `, 'm'))
  }
})
