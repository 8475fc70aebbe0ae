/** Attacks by code that has escaped from the script engine and controls its process: each attack returns what it reached, or throws. For the tests of the second wall. */

import { execSync, fork, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import inspector from 'node:inspector'
import { createRequire } from 'node:module'
import net from 'node:net'
import { join } from 'node:path'
import v8 from 'node:v8'
import { WASI } from 'node:wasi'
import { Worker } from 'node:worker_threads'

/** Paths of what the attacks try to reach. */
export interface Targets {
  /** The agent's data folder, with its key in `identity.json`. */
  readonly agentFolder: string
  /** Spool of another run. */
  readonly otherSpool: string
  /** The folder of its own run. */
  readonly ownFolder: string
  /** Names of variables of the agent's environment that hold secrets. */
  readonly secretVariables: readonly string[]
  readonly agentPid: number
  /** A socket in a folder that only its owner may enter, as the embedded database has it. */
  readonly databaseSocket: string
}

export interface Attack {
  readonly name: string
  /** Applies only where the agent is root and the process has an account of its own. */
  readonly needsAccount?: boolean
  /** Returns what was reached; '' or an exception when nothing was. */
  try(targets: Targets): string | Promise<string>
}

const attack = (name: string, attempt: Attack['try'], needsAccount = false): Attack => ({
  name,
  try: attempt,
  needsAccount,
})
const reads = (name: string, path: (targets: Targets) => string) =>
  attack(`read ${name}`, targets => fs.readFileSync(path(targets), 'utf8').slice(0, 20) || 'empty, but read')
const done = (what: string) => () => what
const require = createRequire(import.meta.url)
/** As native code, or a gap in the deletion of `process.kill`, could do it. */
const firstFreeDescriptor = 3
const lastDescriptor = 64

/** In this order; attacks that end the process are not in the list. */
export const attacks: readonly Attack[] = [
  attack('start a shell', () => execSync('id', { encoding: 'utf8' })),
  attack('start a program', () => {
    const { error, stdout } = spawnSync('/usr/bin/id', [], { encoding: 'utf8' })
    if (error !== undefined) throw error
    return stdout
  }),
  attack('fork a process', () => `pid ${fork(import.meta.filename).pid}`),
  attack('a thousand processes', () => {
    let begun = 0
    for (let i = 0; i < 1_000; i++) {
      try {
        if (spawnSync('/bin/true').error === undefined) begun++
      } catch {
        // Refused.
      }
    }
    return begun === 0 ? '' : `${begun} began`
  }),
  attack('replace the process', () => {
    const { execve } = process as unknown as { execve: (path: string, args: string[]) => void }
    execve('/usr/bin/id', ['id'])
    return 'replaced'
  }),
  attack('a thread', () => `thread ${new Worker('', { eval: true }).threadId}`),
  attack('the inspector', () => {
    inspector.open(0)
    return 'open'
  }),
  attack('an inspector session', () => {
    const session = new inspector.Session()
    session.connect()
    return 'connected'
  }),
  attack('a native module', () => {
    process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')
    return 'loaded'
  }),
  attack('internals of Node', () =>
    Object.keys((process as unknown as { binding(name: string): object }).binding('spawn_sync')).join(),
  ),
  attack(
    'WASI with the root folder',
    () => Object.keys(new WASI({ version: 'preview1', preopens: { '/': '/' } })).join() || 'made',
  ),
  reads('the passwords of the system', done('/etc/shadow')),
  reads('the list of accounts', done('/etc/passwd')),
  reads('the agent’s key', targets => join(targets.agentFolder, 'identity.json')),
  reads('the spool of another run', targets => targets.otherSpool),
  reads('the agent’s environment', targets => `/proc/${targets.agentPid}/environ`),
  reads('the agent’s memory map', targets => `/proc/${targets.agentPid}/maps`),
  reads('a file by /proc/self/root', done('/proc/self/root/etc/hostname')),
  reads('a file by a relative path', done('../../../../../../../../etc/hostname')),
  reads('its own program', done(import.meta.filename)),
  attack('read with promises', async () => (await readFile('/etc/hostname', 'utf8')) || 'empty, but read'),
  attack('read by a stream', async () => {
    for await (const piece of fs.createReadStream('/etc/hostname')) return `read ${String(piece)}`
    return 'read to its end'
  }),
  attack(
    'read by require',
    () => `loaded ${Object.keys(require('typescript/package.json') as object).length}`,
  ),
  attack('list the root folder', () => fs.readdirSync('/').join()),
  attack(
    'list the agent’s folder',
    targets => fs.readdirSync(targets.agentFolder).join() || 'empty, but listed',
  ),
  attack('open a folder', () => fs.opendirSync('/').path),
  attack('ask for a file’s size', () => `size ${fs.statSync('/etc/passwd').size}`),
  attack('write outside', targets => {
    fs.writeFileSync(join(targets.agentFolder, 'planted'), 'x')
    return 'written'
  }),
  attack('write into its own folder', targets => {
    fs.writeFileSync(join(targets.ownFolder, 'planted'), 'x')
    return 'written'
  }),
  attack('write into /tmp', () => {
    fs.writeFileSync('/tmp/pone-planted', 'x')
    return 'written'
  }),
  attack('change its own program', () => {
    fs.appendFileSync(import.meta.filename, '\n')
    return 'changed'
  }),
  attack('delete another’s spool', targets => {
    fs.rmSync(targets.otherSpool)
    return 'deleted'
  }),
  attack('a link to a secret', targets => {
    fs.symlinkSync('/etc/shadow', join(targets.ownFolder, 'link'))
    return 'made'
  }),
  attack('give rights away', targets => {
    fs.chmodSync(targets.ownFolder, 0o777)
    return 'changed'
  }),
  attack('a heap snapshot on the disk', () => v8.writeHeapSnapshot('/tmp/pone-planted.heapsnapshot')),
  attack('a report on the disk', () => process.report.writeReport('/tmp/pone-planted.json')),
  attack('load an environment file', () => {
    process.loadEnvFile('/proc/self/environ')
    return 'loaded'
  }),
  attack('secrets of the environment', targets =>
    targets.secretVariables.filter(name => process.env[name] !== undefined).join(),
  ),
  attack('files that are still open', targets => {
    const found: string[] = []
    for (let file = firstFreeDescriptor; file <= lastDescriptor; file++) {
      const text = textIn(file)
      if (text.includes('secret')) found.push(`${file}: ${text} ${targets.agentPid}`)
    }
    return found.join()
  }),
  attack('a signal to the agent', targets => (process.kill(targets.agentPid, 0) ? 'possible' : '')),
  attack('a signal to the first process', () => (process.kill(1, 0) ? 'possible' : '')),
  attack('debug the agent', targets => {
    const { _debugProcess } = process as unknown as { _debugProcess: (pid: number) => void }
    _debugProcess(targets.agentPid)
    return 'signalled'
  }),
  attack('become root', () => {
    process.setuid?.(0)
    return process.getuid?.() === 0 ? 'root' : ''
  }),
  attack('become root by its group', () => {
    process.setgid?.(0)
    process.setgroups?.([0])
    return process.getgid?.() === 0 ? 'group root' : ''
  }),
  attack('still be who the agent is', () => (process.getuid?.() === 0 ? 'root' : ''), true),
  attack('the database’s socket', targets => connects(targets.databaseSocket), true),
]

function textIn(file: number): string {
  try {
    const piece = Buffer.alloc(200)
    return piece.toString('utf8', 0, fs.readSync(file, piece, 0, piece.length, 0))
  } catch {
    return ''
  }
}

function connects(path: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = net.connect({ path })
  socket.once('connect', () => {
    socket.destroy()
    resolve('connected')
  })
  socket.once('error', () => resolve(''))
  return promise
}
