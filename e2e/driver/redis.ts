/** A Redis of its own for journeys of monitors, which can be killed and started again at the same port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@pone/protocols/connect/test-port.ts'
import { eventually } from '../harness/eventually.ts'

export interface RedisTarget {
  readonly port: number
  start(): Promise<void>
  /** As if the machine lost its power. */
  kill(): Promise<void>
  /** Ends it and removes its folder. */
  remove(): Promise<void>
}

/** Not started yet. */
export async function redisTarget(): Promise<RedisTarget> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'pone-redis-'))
  let child: ChildProcess | null = null
  const kill = async () => {
    if (child === null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    child = null
  }
  return {
    port,
    kill,
    async start() {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
      child = spawn('redis-server', options, { stdio: 'ignore' })
      await eventually({
        what: 'Redis to accept connections',
        patienceMs: 60_000,
        look: async () => ((await accepts(port)) ? true : undefined),
      })
    },
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
