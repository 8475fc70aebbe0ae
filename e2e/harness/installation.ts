/** A complete Pone for the browser tests: the real `./pone up` on a fresh data folder, with ways to kill its parts. */
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testJmeterHome } from '@pone/cli/test/java-tools-set-up.ts'
import { descendantsOf } from '@pone/cli/up/up-process.ts'
import { isProcessAlive } from '@pone/embedded-postgres/process-table.ts'
import { eventually } from './eventually.ts'
import { takeOver } from './first-sign-in.ts'
import { spawnPone } from './pone-command.ts'

/** An account and its password. */
export interface SignIn {
  readonly account: string
  readonly password: string
}

export type PartName = 'server' | 'agent' | 'database'

export interface Installation {
  /** Address of the web pages and the API, without a slash at its end. */
  readonly address: string
  /** Address of the demo shop. */
  readonly shopAddress: string
  /** Folder of all its data. */
  readonly dataFolder: string
  readonly administrator: SignIn
  readonly tester: SignIn
  /** Ends a part with kill -9, as a crash would; `up` restarts it. */
  kill(part: PartName): Promise<void>
  /** All lines of `up` so far. */
  output(): string
  /** Stops everything, and removes the data unless they are kept. @throws Error when a process is left running */
  stop(): Promise<void>
}

export interface InstallationOptions {
  /** The verification code that is always accepted. */
  readonly captcha: string
  readonly keepsData: boolean
  /** Where the server listens; this machine alone when left out. */
  readonly host?: string
  /** More of the environment of its parts. */
  readonly env?: Readonly<Record<string, string>>
}

/** The first start builds the web pages, which takes minutes on a busy machine. */
const startPatienceMs = 600_000
const stopPatienceMs = 40_000

/** What the command line of each part's process contains. */
const commandLines: Record<PartName, RegExp> = {
  server: /packages\/server\/src\/main\.ts/,
  agent: /packages\/agent\/src\/main\.ts/,
  database: /postgres(\s|$).*-D/,
}

/** Folder whose access logs the agent may count; a journey makes it. */
export const accessLogFolderOf = (dataFolder: string): string => join(dataFolder, 'access-logs')

/** @throws Error with the output of `up` when it does not become ready */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-e2e-'))
  const { child, output } = spawnPone({
    args: ['up', '--data', folder, '--port', '0'],
    env: {
      JMETER_HOME: await testJmeterHome(),
      DATABASE_URL: '',
      PONE_CAPTCHA_FIXED: options.captcha,
      ...(options.host === undefined ? {} : { PONE_HOST: options.host }),
      PONE_RATE_PER_MINUTE: '100000',
      // Receivers of notices of the journeys are on this machine.
      PONE_ALERT_ADDRESSES: '127.0.0.1',
      PONE_AGENT_ACCESS_LOGS: accessLogFolderOf(folder),
      // So is the shop that they record.
      PONE_RECORDING_ADDRESSES: '127.0.0.1',
      // Its agent records, too; installations beside each other take the ports that are free.
      PONE_AGENT_RECORDING_PORTS: '18660-18679',
      // Journeys capture ports of targets of their own alone.
      PONE_AGENT_CAPTURES: 'all',
      ...options.env,
    },
  })
  const exit = new Promise<void>(resolve => child.once('close', () => resolve()))
  const stop = async () => {
    await stopTree(child, exit)
    if (!options.keepsData) await rm(folder, { recursive: true, force: true })
  }
  try {
    const started = await eventually({
      what: 'the line "ready:" of ./pone up and the sign-ins of the first run',
      patienceMs: startPatienceMs,
      look: () => readStart(output(), child),
    })
    const demoPort = (await readFile(join(folder, 'demo-port'), 'utf8')).trim()
    const installation: Installation = {
      ...started,
      shopAddress: `http://127.0.0.1:${demoPort}`,
      dataFolder: folder,
      kill: part => killPart(child, part),
      output,
      stop,
    }
    const { captcha, host } = options
    const administrator = await takeOver(installation, { captcha, opensRegistration: host !== undefined })
    return { ...installation, administrator }
  } catch (cause) {
    await stop()
    throw new Error(`./pone up did not get ready:\n${output()}`, { cause })
  }
}

function readStart(output: string, child: ChildProcess) {
  const [, address] = /^ready: (http\S+)$/m.exec(output) ?? []
  const administrator = readSignIn(output, 'administrator')
  const tester = readSignIn(output, 'demo tester')
  if (address && administrator && tester) return { address, administrator, tester }
  if (child.exitCode !== null) throw new Error(`./pone up ended with exit code ${child.exitCode}`)
  return undefined
}

function readSignIn(output: string, name: string): SignIn | undefined {
  const [, account, password] =
    new RegExp(`^\\s*${name}:\\s+(\\S+)\\s+password:\\s+(\\S+)`, 'm').exec(output) ?? []
  return account && password ? { account, password } : undefined
}

async function killPart(up: ChildProcess, part: PartName): Promise<void> {
  const family = await descendantsOf(up.pid ?? 0)
  const found = [...family].find(([, command]) => commandLines[part].test(command))
  if (!found)
    throw new Error(`no process of the ${part} under ./pone up: ${[...family.values()].join(' | ')}`)
  process.kill(found[0], 'SIGKILL')
}

/** Asks `up` to stop; a process that still runs after that is killed by its id, and reported. */
async function stopTree(up: ChildProcess, exit: Promise<void>): Promise<void> {
  if (up.pid === undefined) return
  const family = [up.pid, ...(await descendantsOf(up.pid)).keys()]
  if (up.exitCode === null) up.kill('SIGTERM')
  const timer = setTimeout(() => up.kill('SIGKILL'), stopPatienceMs)
  await exit
  clearTimeout(timer)
  const living = async () => {
    const areAlive = await Promise.all(family.map(pid => isProcessAlive(pid)))
    return family.filter((_, index) => areAlive[index])
  }
  const left = await eventually({
    what: 'the end of all processes',
    look: async () => ((await living()).length > 0 ? undefined : []),
  }).catch(living)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  if (left.length > 0) throw new Error(`./pone up left ${left.length} processes behind`)
}
