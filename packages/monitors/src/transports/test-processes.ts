/** Real programs for tests: each on a free port of loopback, with its data in a temporary folder, ended by the test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A program that runs. */
export interface TestProgram {
  readonly pid: number
  readonly folder: string
  close(): Promise<void>
}

/** Starts a program and waits until `isReady`. @throws Error with its output when it ends instead, or is not installed */
export async function startProgram(
  command: readonly string[],
  isReady: () => Promise<boolean>,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-monitor-'))
  const [program = '', ...args] = command.map(part => part.replaceAll('{folder}', folder))
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...environment } })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => output.push(String(part)))
  let problem = ''
  child.once('error', error => {
    problem = `${error.message}; ./pone test installs it`
  })
  for (let tries = 0; !(await isReady()); tries++) {
    if (problem !== '' || child.exitCode !== null || tries > 300) {
      throw new Error(`${program} did not start: ${problem}\n${output.join('').slice(-2_000)}`)
    }
    await delay(50)
  }
  return { pid: child.pid ?? 0, folder, close: () => endProgram(child, folder) }
}

async function endProgram(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve))
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) {
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(timer)
  }
  await rm(folder, { recursive: true, force: true })
}

/** Whether a port accepts connections. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A port behind which something else answers: `serve` gets each connection. */
export async function startForeign(
  serve: (socket: Socket) => void,
): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket)
  })
  const port = await listen(server)
  return {
    port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Passes bytes on to a port, `change` decides which; to cut an answer, or to hold it back. `onAsked` is told what is sent. */
export const startProxy = (
  target: number,
  change: (bytes: Buffer, client: Socket) => void,
  onAsked?: (bytes: Buffer) => void,
): Promise<{ port: number; close(): void }> =>
  startForeign(client => {
    const server = connect(target, '127.0.0.1')
    client.pipe(server)
    if (onAsked) client.on('data', onAsked)
    server.on('data', bytes => change(bytes, client))
    server.on('error', () => client.destroy())
    client.on('close', () => server.destroy())
  })
