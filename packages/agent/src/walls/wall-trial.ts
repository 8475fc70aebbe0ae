/**
 * Tests the second wall with the first one off: a hostile process, started as the agent starts engines, among files
 * that an attacker would try to reach. As a program it prints what was reached, for another account than the caller's.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forkEnclosed } from '../processes/enclosed-fork.ts'
import type { Targets } from './attacks.ts'
import type { Finding } from './hostile-process.ts'

const program = fileURLToPath(new URL('./hostile-process.ts', import.meta.url))
const secrets = {
  DATABASE_URL: 'secret',
  PONE_AGENT_TOKEN: 'secret',
  PONE_SECRET_KEY: 'secret',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_OPTIONS: '--no-warnings',
}

/** Files that attacks create where there is no wall. */
const planted = ['/tmp/pone-planted', '/tmp/pone-planted.json']

export interface TrialEnd {
  readonly findings: readonly Finding[]
  /** How the process ended: `exit code 0`, `signal SIGABRT`. */
  readonly how: string
  /** Its output. */
  readonly output: string
}

/**
 * `control`: the attacks without the wall, which shows that they are real; `memory` makes it allocate memory without
 * end, of which it may have `memoryBytes`.
 */
export async function tryWall(
  what: 'attacks' | 'escapes' | 'memory' | 'control',
  memoryBytes?: number,
): Promise<TrialEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'pone-wall-'))
  const { targets, close } = await furnish(folder)
  const outputPath = join(folder, 'output.log')
  const output = openSync(outputPath, 'w', 0o600)
  const before = { ...process.env }
  Object.assign(process.env, secrets)
  try {
    const child =
      what === 'control'
        ? fork(program, { serialization: 'advanced', stdio: ['ignore', output, output, 'ipc'] })
        : forkEnclosed({ program, output, ...(memoryBytes === undefined ? {} : { memoryBytes }) })
    closeSync(output)
    let findings: Finding[] = []
    child.on('message', message => {
      findings = message as Finding[]
    })
    child.send({ what, targets })
    await once(child, 'exit')
    const how = child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`
    return { findings, how, output: readFileSync(outputPath, 'utf8') }
  } finally {
    for (const name of Object.keys(secrets)) delete process.env[name]
    Object.assign(process.env, before)
    close()
    for (const path of [folder, ...planted]) rmSync(path, { recursive: true, force: true })
  }
}

/** An agent's folder with its key, the spool of another run, a run's own folder, a database's socket. */
async function furnish(folder: string): Promise<{ targets: Targets; close: () => void }> {
  const agentFolder = join(folder, 'agent')
  const other = join(agentFolder, 'spool', 'other')
  const ownFolder = join(agentFolder, 'spool', 'own')
  const database = join(folder, 'database')
  for (const each of [agentFolder, other, ownFolder, database]) {
    mkdirSync(each, { recursive: true })
    chmodSync(each, 0o700)
  }
  writeFileSync(join(agentFolder, 'identity.json'), '{"key":"secret"}', { mode: 0o600 })
  writeFileSync(join(other, '1.1.spool'), 'secret of another run\n', { mode: 0o600 })
  const server = net.createServer(socket => socket.destroy()).listen(join(database, '.s.PGSQL.5432'))
  await once(server, 'listening')
  const targets = {
    agentFolder,
    ownFolder,
    otherSpool: join(other, '1.1.spool'),
    secretVariables: Object.keys(secrets),
    agentPid: process.pid,
    databaseSocket: join(database, '.s.PGSQL.5432'),
  }
  return { targets, close: () => server.close() }
}

if (process.argv[1] === import.meta.filename) {
  const what = process.argv[2] === 'escapes' ? 'escapes' : 'attacks'
  process.stdout.write(JSON.stringify(await tryWall(what)))
}
