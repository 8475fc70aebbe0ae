/** Flame diagrams of programs by an address: a real Node.js with its inspector, and what Go's pprof answered, recorded; and of processes by programs that are missing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { TakeOrder, TakeOutcome } from '@pone/contract/link/profiles.ts'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import type { Profile } from '@pone/profiles/model/profile.ts'
import { readProfile } from '@pone/profiles/model/stored-form.ts'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { testOrder } from '../profiles/test-order.ts'
import { ProfileTakes } from './profile-takes.ts'

const recorded = fileURLToPath(new URL('../../../profiles/src/readers/recorded/gofmt.pprof', import.meta.url))
const hot = `
function hot() { let sum = 0; for (let i = 0; i < 1e5; i++) sum += i % 7; setImmediate(hot); return sum }
hot()
setTimeout(() => console.error('ready'), 500)
`
/** One thread works, the other waits for a lock that nobody gives back. */
const busyPython = `
import threading
lock = threading.Lock()
lock.acquire()
def waits(): lock.acquire()
def hot():
    total = 0
    while True: total = (total + len(str(total))) % 1000000
threading.Thread(target=waits, daemon=True).start()
print('ready')
hot()
`
/** As the set-up of tests brings it. */
const pySpy = fileURLToPath(new URL('../../../../.cache/py-spy-0.4.3/bin', import.meta.url))
const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const order = (target: TakeOrder['target'], process: string) => testOrder({ target, process })

/** The one outcome of an order. */
async function taken(asked: TakeOrder, cancelWhen?: Promise<unknown>): Promise<TakeOutcome> {
  const { promise, resolve } = Promise.withResolvers<TakeOutcome>()
  const machine = { accounts: [String(process.getuid?.())], profilerFolders: [] }
  const takes = new ProfileTakes(machine, ({ outcome }) => {
    resolve(outcome)
    return true
  })
  takes.start(asked)
  void cancelWhen?.then(() => takes.cancel(asked.takeId))
  return promise
}
const causeOf = (outcome: TakeOutcome): string =>
  'cause' in outcome ? causeText(outcome.cause, 'en') : outcome.state

async function startNode(): Promise<string> {
  // Functions that a compiler has put into others have no name in a flame diagram.
  const child: ChildProcess = spawn(
    process.execPath,
    ['--no-maglev', '--no-opt', '--inspect=127.0.0.1:0', '-e', hot],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  ended.push(async () => {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  })
  if (child.stderr === null) throw new Error('no output')
  let address = ''
  for await (const line of createInterface({ input: child.stderr })) {
    const [, host] = /ws:\/\/([\d.:]+)\//.exec(line) ?? []
    if (host !== undefined) address = `http://${host}`
    if (line === 'ready') return address
  }
  throw new Error('no inspector')
}

async function serve(answer: (path: string) => { status: number; body: Uint8Array } | null): Promise<string> {
  const server = createServer((request, response) => {
    const given = answer(request.url ?? '')
    if (given !== null) response.writeHead(given.status).end(given.body)
  })
  return addressOf(server)
}

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ended.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function profilesOf(outcome: TakeOutcome): Profile[] {
  if (outcome.state !== 'complete') throw new Error(causeOf(outcome))
  return outcome.parts.map(part => readProfile(gunzipSync(Buffer.from(part, 'base64'))))
}
const namesOf = (outcome: TakeOutcome): readonly string[] => profilesOf(outcome)[0]?.names ?? []
const ownFiles = async () => (await readdir('/tmp')).filter(name => /^pone-[\da-f]{8}-/.test(name))

it('a flame diagram of Node.js is taken by its inspector, and has its hot function', async () => {
  const address = await startNode()
  const outcome = await taken(order('node', address))
  expect(namesOf(outcome)).toContainEqual(expect.stringMatching(/^hot\b/))
  expect(outcome).toMatchObject({
    process: address,
    pid: 0,
    format: 'cpuprofile',
    engines: ['Node.js inspector'],
    runtime: expect.stringMatching(/^Node\.js \d+/),
    notes: [toldCause('profileInlined')],
  })
}, 60_000)

it('a flame diagram of Go is taken from its pprof address for the time that is asked for', async () => {
  const body = await readFile(recorded)
  const asked: string[] = []
  const address = await serve(path => {
    asked.push(path)
    return { status: 200, body }
  })
  const outcome = await taken(order('go', `${address}/`))
  expect(namesOf(outcome)).toContain('runtime.mallocgc')
  expect(outcome).toMatchObject({ format: 'pprof', engines: ['Go pprof'] })
  expect(asked).toEqual(['/debug/pprof/profile?seconds=1'])
})

it('an address that is none of pprof or of an inspector is told with its answer', async () => {
  const address = await serve(() => ({ status: 404, body: Buffer.from('page not found') }))
  expect(causeOf(await taken(order('go', address)))).toMatch(
    /answered with status 404: the Go program must import net\/http\/pprof.*\npage not found$/,
  )
  expect(causeOf(await taken(order('node', address)))).toMatch(/has no inspector of Node\.js/)
  expect(causeOf(await taken(order('go', 'http://127.0.0.1:1')))).toMatch(/did not answer: check the address/)
})

it('an inspector that sends what is no JSON ends its own flame diagram only', async () => {
  const server = createServer(({ url }, response) => {
    const list = [{ webSocketDebuggerUrl: 'ws://127.0.0.1/0' }]
    response.end(JSON.stringify(url === '/json/list' ? list : { Browser: 'node.js/v24.0.0' }))
  })
  new WebSocketServer({ server }).on('connection', socket =>
    socket.on('message', () => socket.send('no JSON')),
  )
  expect(causeOf(await taken(order('node', await addressOf(server))))).toMatch(/sent what is no JSON/)
})

it('an answer that is larger than the buffer is refused', async () => {
  const address = await serve(() => ({ status: 200, body: Buffer.alloc(11 * 1024 ** 2) }))
  expect(causeOf(await taken(order('go', address)))).toMatch(/^the result has more than 10 MiB/)
})

it('one that does not answer is cancelled', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const address = await serve(() => {
    resolve()
    return null
  })
  expect(causeOf(await taken(order('go', address), asked))).toBe('cancelled')
})

it('processor and wall-clock time of Python are taken by py-spy, and leave no file', async () => {
  const program = spawn(join(pySpy, 'python3'), ['-u', '-c', busyPython], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ended.push(async () => {
    const exit = once(program, 'exit')
    program.kill('SIGKILL')
    await exit
  })
  await once(program.stdout, 'data')
  const before = process.env['PATH']
  process.env['PATH'] = `${pySpy}:${before}`
  ended.push(async () => {
    process.env['PATH'] = before
  })
  const files = await ownFiles()
  const outcome = await taken({ ...order('python', String(program.pid)), kinds: ['cpu', 'wall'] })
  const [cpu, wall] = profilesOf(outcome)
  expect(cpu).toMatchObject({ kind: 'cpu', names: expect.arrayContaining([expect.stringMatching(/^hot /)]) })
  expect(wall).toMatchObject({
    kind: 'wall',
    names: expect.arrayContaining([expect.stringMatching(/^waits /)]),
  })
  expect(cpu?.names).not.toContainEqual(expect.stringMatching(/^waits /))
  expect(outcome).toMatchObject({ format: 'collapsed', engines: ['py-spy'] })
  expect(await ownFiles()).toEqual(files)
}, 60_000)

it('a process that is not there, and a program that is not installed, are told', async () => {
  expect(causeOf(await taken(order('native', 'no-such-program-runs')))).toMatch(
    /^no process on the machine fits/,
  )
  const before = process.env['PATH']
  process.env['PATH'] = '/nonexistent'
  ended.push(async () => {
    process.env['PATH'] = before
  })
  const own = spawn('/bin/sleep', ['600'])
  ended.push(async () => void own.kill('SIGKILL'))
  expect(causeOf(await taken(order('native', String(own.pid))))).toBe(
    'the machine of the agent has no perf; install it there',
  )
  expect(causeOf(await taken(order('python', String(own.pid))))).toBe(
    'the machine of the agent has no py-spy; install it there',
  )
})
