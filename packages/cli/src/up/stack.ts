/** A whole installation on one machine: data folder, database, demo shop, web pages, server and local agent, started in order and stopped in reverse. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandError } from '../exit-codes.ts'
import { asyncProfilerFolder, jmeterFolder, programs } from '../paths.ts'
import { type DataFolder, explainFolderProblem, keepSecret, openDataFolder } from './data-folder.ts'
import { type DatabasePart, startDatabase } from './database-part.ts'
import { type ProgramEvent, type ProgramOptions, type SignIn, startProgram } from './node-program.ts'
import { type Part, runPart } from './part.ts'
import { openPartLog, type PartLog } from './part-log.ts'
import { claimPort, preferPort } from './port.ts'
import { buildWeb } from './web-build.ts'

export interface StackOptions {
  readonly dataFolder: string
  /** 0 selects any free port. */
  readonly port: number
  /** URL of the user's own PostgreSQL, instead of the embedded one. */
  readonly databaseUrl?: string | undefined
  /** Additional environment of the server. */
  readonly serverEnv?: Readonly<Record<string, string>> | undefined
  /** Called with progress messages, a line at a time. */
  readonly announce: (line: string) => void
  /** Aborts a start in progress. */
  readonly signal: AbortSignal
}

/** The accounts that the first start creates. */
export interface FirstAccounts {
  readonly administrator: SignIn
  readonly tester: SignIn
}

export interface Stack {
  readonly address: string
  readonly demoTargetUrl: string
  /** Present on the first start of a data folder only. */
  readonly firstAccounts: FirstAccounts | undefined
  /** Settles when a part is not restarted any more. */
  readonly givenUp: Promise<CommandError>
  stop(): Promise<void>
}

/**
 * Resolves when the server accepts requests and the local agent is connected. @throws CommandError; no process is left
 * running then
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const folder = await openDataFolder(options.dataFolder)
  const closers: (() => Promise<void>)[] = [() => folder.lock.release()]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    return { ...(await startParts(options, folder, closers)), stop }
  } catch (cause) {
    await stop()
    throw explainFolderProblem(options.dataFolder, cause)
  }
}

async function startParts(
  options: StackOptions,
  folder: DataFolder,
  closers: (() => Promise<void>)[],
): Promise<Omit<Stack, 'stop'>> {
  const { announce, signal } = options
  const port = await claimPort(options.port)
  const starter = new PartStarter(options, folder, closers)
  const demoPort = await keepDemoPort(folder.path, port)
  const demoTargetUrl = `http://127.0.0.1:${demoPort}`
  const { database, webDist } = await startFoundations(starter, options, demoPort)
  signal.throwIfAborted()

  announce('starting the server and its agent ...')
  const agentToken = await keepSecret(folder.path, 'agent-token')
  const server = await startServer(starter, options, {
    port,
    env: {
      PONE_DATABASE_URL: database.connectionString,
      ...(database.folder === undefined ? {} : { PONE_DATABASE_FOLDER: database.folder }),
      ...(database.monitor === undefined ? {} : { PONE_DATABASE_MONITOR: JSON.stringify(database.monitor) }),
      PONE_DATA: folder.path,
      PONE_DEMO_TARGET_URL: demoTargetUrl,
      PONE_WEB_DIST: webDist,
      PONE_LOCAL_AGENT_TOKEN: agentToken,
    },
  })
  await starter.program({
    name: 'local agent',
    main: programs.agent,
    env: {
      PONE_SERVER_URL: server.localAddress,
      PONE_AGENT_TOKEN: agentToken,
      PONE_AGENT_DATA: join(folder.path, 'agent'),
      PONE_AGENT_NAME: 'local',
      PONE_AGENT_JMETERS: jmeterFolder,
      PONE_AGENT_ASYNC_PROFILERS: asyncProfilerFolder,
      ...allowedSockets(database.monitor?.socketFolder),
    },
    readyEvent: 'connected',
  })
  // Read by commands on this machine.
  await folder.lock.describe(server.localAddress)
  const { address, firstAccounts } = server
  return { address, demoTargetUrl, firstAccounts, givenUp: starter.givenUp() }
}

/** Lets monitors use the socket of the own database, besides what the owner of the machine allows. */
function allowedSockets(own: string | undefined): Record<string, string> {
  const name = 'PONE_AGENT_DATABASE_SOCKETS'
  const folders = [process.env[name], own].filter(folder => folder !== undefined && folder !== '')
  return own === undefined ? {} : { [name]: folders.join(':') }
}

/** Starts parts with a log each, and records how each is stopped. */
class PartStarter {
  readonly #options: Pick<StackOptions, 'announce' | 'databaseUrl' | 'signal'>
  readonly #folder: DataFolder
  readonly #closers: (() => Promise<void>)[]
  readonly #parts: Part[] = []

  constructor(options: StackOptions, folder: DataFolder, closers: (() => Promise<void>)[]) {
    this.#options = options
    this.#folder = folder
    this.#closers = closers
  }

  async program(program: Omit<ProgramOptions, 'log' | 'lockFd'>): Promise<void> {
    const { name } = program
    const log = await this.#openLog(name.replaceAll(' ', '-'))
    const start = () => startProgram({ ...program, lockFd: this.#folder.lock.fd, log: log.write })
    this.#keep(await runPart({ name, start, report: this.#options.announce }))
  }

  async database(): Promise<Omit<DatabasePart, 'part'>> {
    const { announce, databaseUrl } = this.#options
    announce(databaseUrl === undefined ? 'starting the database ...' : 'connecting to the database ...')
    const log = await this.#openLog('database')
    const database = await startDatabase({
      folder: this.#folder,
      databaseUrl,
      log: log.write,
      report: announce,
    })
    if (database.part !== undefined) this.#keep(database.part)
    return database
  }

  /** Settles when a part is not restarted any more. */
  givenUp(): Promise<CommandError> {
    return Promise.race(this.#parts.map(part => part.givenUp))
  }

  async #openLog(name: string): Promise<PartLog> {
    const log = await openPartLog(this.#folder.path, name)
    this.#closers.push(() => log.close())
    return log
  }

  #keep(part: Part): void {
    this.#parts.push(part)
    this.#closers.push(() => part.stop())
    this.#options.signal.throwIfAborted()
  }
}

/** The prerequisites of the server: the database and the web pages; the demo shop starts at the same time. */
async function startFoundations(
  starter: PartStarter,
  { databaseUrl, announce }: StackOptions,
  demoPort: number,
): Promise<{ database: Omit<DatabasePart, 'part'>; webDist: string }> {
  const database = starter.database()
  // The user's own database is the part that fails most often, so its error is shown immediately.
  if (databaseUrl !== undefined) await database
  const shop = starter.program({
    name: 'demo shop',
    main: programs.demoTarget,
    args: ['--port', String(demoPort)],
    env: {},
    readyEvent: 'listening',
  })
  const steps = [database, buildWeb(announce), shop] as const
  // All of them, even when one fails: every part that was started must be known, so that it can be stopped.
  await Promise.allSettled(steps)
  const [started, webDist] = await Promise.all(steps)
  return { database: started, webDist }
}

interface StartedServer {
  readonly address: string
  /** For programs of this machine. */
  readonly localAddress: string
  readonly firstAccounts: FirstAccounts | undefined
}

async function startServer(
  starter: PartStarter,
  { announce, serverEnv }: StackOptions,
  { port, env }: { port: number; env: Readonly<Record<string, string>> },
): Promise<StartedServer> {
  let address = `http://127.0.0.1:${port}`
  let localAddress = address
  let firstAccounts: FirstAccounts | undefined
  await starter.program({
    name: 'server',
    main: programs.server,
    env: { ...env, PONE_PORT: String(port), PONE_BUNDLER: programs.bundler, ...serverEnv },
    readyEvent: 'listening',
    onEvent: (event: ProgramEvent) => {
      if (event.event === 'listening') {
        address = event.address
        localAddress = event.localAddress ?? event.address
      }
      if (event.event === 'notice') announce(event.message)
      if (event.event === 'first-run') firstAccounts = event
    },
  })
  return { address, localAddress, firstAccounts }
}

/** The shop keeps its port over restarts, because the demo project names its address. */
async function keepDemoPort(folder: string, serverPort: number): Promise<number> {
  const path = join(folder, 'demo-port')
  const kept = Number(await readFile(path, 'utf8').catch(() => ''))
  const wished = kept > 0 ? kept : Math.min(65_535, serverPort + 10)
  const port = await preferPort(wished)
  if (port !== kept) await writeFile(path, `${port}\n`)
  return port
}
