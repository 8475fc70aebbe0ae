/**
 * A load machine of the soak test: a real agent in a network of its own, or behind a proxy line of its own, that can be
 * cut; it is started again when it was killed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { descendantsOf } from '@pone/cli/up/up-process.ts'
import { type Line, startLine } from '@pone/server/link/harness-line.ts'
import { type MachineNetwork, serverHost } from './machine-network.ts'

const agentProgram = fileURLToPath(new URL('../../packages/agent/src/main.ts', import.meta.url))
const workerProgram = /packages\/engine\/src\/worker\/main\.ts/

export interface Machine {
  readonly name: string
  /** Its connection to the server; null where that is a network. */
  readonly line: Pick<Line, 'cut' | 'restore'> | null
  readonly network: MachineNetwork | null
  /** Ids of the load engine's processes that run now. */
  workers(): Promise<number[]>
  /** Process id of the agent. */
  pid(): number
  /** Kills the agent as a crash would. */
  kill(): Promise<void>
  /** Starts it again on its data folder; does nothing while it runs. */
  start(): void
  stop(): Promise<void>
}

/** `serverPort` on this machine. */
export async function startMachine(plan: {
  name: string
  serverPort: number
  token: string
  /** Delay of the line, called for each portion of bytes in each direction; none when left out. */
  delayMs?: () => number
  /** Used instead of the line. */
  network?: MachineNetwork | null
}): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-faults-'))
  const { network = null } = plan
  const line = network === null ? await startLine(plan.serverPort, plan.delayMs) : null
  const server = line === null ? `${serverHost}:${plan.serverPort}` : `127.0.0.1:${line.port}`
  const [program, ...words] = [...(network?.enter ?? []), process.execPath, agentProgram]
  let agent: ChildProcess | null = null
  const start = () => {
    if (agent !== null && agent.exitCode === null && agent.signalCode === null) return
    agent = spawn(program, words, {
      env: {
        ...process.env,
        PONE_SERVER_URL: `http://${server}`,
        PONE_AGENT_TOKEN: plan.token,
        PONE_AGENT_DATA: folder,
        PONE_AGENT_NAME: plan.name,
        PONE_AGENT_WORKERS: '1',
      },
      // It ends when its standard input is closed, with this process at the latest.
      stdio: ['pipe', 'ignore', process.env['PONE_FAULTS_LOG'] === undefined ? 'ignore' : 'inherit'],
    })
  }
  const kill = async () => {
    if (agent === null || agent.exitCode !== null || agent.signalCode !== null) return
    const gone = once(agent, 'exit')
    agent.kill('SIGKILL')
    await gone
  }
  start()
  return {
    name: plan.name,
    line,
    network,
    pid: () => agent?.pid ?? 0,
    workers: async () => {
      const family = await descendantsOf(agent?.pid ?? 0)
      return [...family].filter(([, command]) => workerProgram.test(command)).map(([pid]) => pid)
    },
    kill,
    start,
    stop: async () => {
      await kill()
      await line?.close()
      await network?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
