/** A real VictoriaMetrics for tests: on a free port of loopback, with its data in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const program = '/usr/bin/victoria-metrics'
const startLimitMs = 15_000

export interface TestVictoriaMetrics {
  readonly url: string
  /** Makes visible to queries what was written. */
  flush(): Promise<void>
  /** Ends the process without warning; `start` starts it on the same data and port. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** `path` comes before `/api` in its addresses. @throws Error when it is not installed or does not start */
export async function startTestVictoriaMetrics(
  options: readonly string[] = [],
  { authorization, path = '' }: { readonly authorization?: string; readonly path?: string } = {},
): Promise<TestVictoriaMetrics> {
  if (!existsSync(program)) throw new Error(`${program} is not installed; \`./pone test\` installs it`)
  const folder = await mkdtemp(join(tmpdir(), 'pone-victoria-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}${path}`
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  // Samples of tests have instants of their own.
  const own = [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=100y']
  let child: ChildProcess | undefined
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise(resolve => child?.once('exit', resolve))
    if (child?.kill(signal) === true) await ended
    child = undefined
  }
  const start = async (): Promise<void> => {
    child = spawn(program, [...own, ...options], { stdio: 'ignore' })
    const deadline = performance.now() + startLimitMs
    while (!(await isReady(`${address}/health`))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${program} did not start`)
      await delay(20)
    }
  }
  await start()
  return {
    url: address,
    flush: async () => {
      const { status } = await fetch(`${address}/internal/force_flush`, { headers })
      if (status !== 200) throw new Error(`force_flush answered ${status}`)
    },
    kill: () => kill('SIGKILL'),
    start,
    close: async () => {
      await kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
