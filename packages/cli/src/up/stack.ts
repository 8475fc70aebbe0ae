/** A whole installation on one machine: data folder, database, demo shop, web pages, server and local agent, started in order and stopped in reverse. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandError } from '../exit-codes.ts'
import { jmeterFolder, programs } from '../paths.ts'
import { type DataFolder, explainFolderProblem, keepSecret, openDataFolder } from './data-folder.ts'
import { type DatabasePart, startDatabase } from './database-part.ts'
import { type ProgramEvent, type ProgramOptions, type SignIn, startProgram } from './node-program.ts'
import { type Part, runPart } from './part.ts'
import { openPartLog, type PartLog } from './part-log.ts'
import { claimPort, preferPort } from './port.ts'
import { buildWeb } from './web-build.ts'

export interface StackOptions {
  readonly dataFolder: string
  /** 0 takes any free port. */
  readonly port: number
  /** A PostgreSQL of the user's own, instead of the embedded one. */
  readonly databaseUrl?: string | undefined
  /** More for the server's environment. */
  readonly serverEnv?: Readonly<Record<string, string>> | undefined
  /** Told what is going on, a line at a time. */
  readonly announce: (line: string) => void
  /** Ends a start that is under way. */
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
  /** Settles when a part has been given up. */
  readonly givenUp: Promise<CommandError>
  stop(): Promise<void>
}

/** Resolves when the server takes requests and the local agent is connected. @throws CommandError; nothing is left running then */
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
  const { announce, databaseUrl, signal } = options
  const port = await claimPort(options.port)
  const parts: Part[] = []

  async function openLog(name: string): Promise<PartLog> {
    const log = await openPartLog(folder.path, name)
    closers.push(() => log.close())
    return log
  }

  function keep(part: Part): void {
    parts.push(part)
    closers.push(() => part.stop())
    signal.throwIfAborted()
  }

  async function runProgram(program: Omit<ProgramOptions, 'log' | 'lockFd'>): Promise<void> {
    const log = await openLog(program.name.replaceAll(' ', '-'))
    const start = () => startProgram({ ...program, lockFd: folder.lock.fd, log: log.write })
    keep(await runPart({ name: program.name, start, report: announce }))
  }

  async function runDatabase(): Promise<Omit<DatabasePart, 'part'>> {
    announce(databaseUrl === undefined ? 'starting the database ...' : 'connecting to the database ...')
    const log = await openLog('database')
    const database = await startDatabase({ folder, databaseUrl, log: log.write, report: announce })
    if (database.part !== undefined) keep(database.part)
    return database
  }

  const demoPort = await keepDemoPort(folder.path, port)
  const demoTargetUrl = `http://127.0.0.1:${demoPort}`
  const runShop = () =>
    runProgram({
      name: 'demo shop',
      main: programs.demoTarget,
      args: ['--port', String(demoPort)],
      env: {},
      readyEvent: 'listening',
    })
  const database = runDatabase()
  // A database of the user's own is the likeliest thing to be wrong, and is told at once.
  if (databaseUrl !== undefined) await database
  const steps = [database, buildWeb(announce), runShop()] as const
  // All of them, even when one fails: whatever was started must be known, so that it can be stopped.
  await Promise.allSettled(steps)
  const [{ connectionString, folder: databaseFolder }, webDist] = await Promise.all(steps)
  signal.throwIfAborted()

  announce('starting the server and its agent ...')
  const agentToken = await keepSecret(folder.path, 'agent-token')
  let address = `http://127.0.0.1:${port}`
  let localAddress = address
  let firstAccounts: FirstAccounts | undefined
  await runProgram({
    name: 'server',
    main: programs.server,
    env: {
      PONE_DATABASE_URL: connectionString,
      ...(databaseFolder === undefined ? {} : { PONE_DATABASE_FOLDER: databaseFolder }),
      PONE_PORT: String(port),
      PONE_DATA: folder.path,
      PONE_DEMO_TARGET_URL: demoTargetUrl,
      PONE_WEB_DIST: webDist,
      PONE_BUNDLER: programs.bundler,
      PONE_LOCAL_AGENT_TOKEN: agentToken,
      ...options.serverEnv,
    },
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

  await runProgram({
    name: 'local agent',
    main: programs.agent,
    env: {
      PONE_SERVER_URL: localAddress,
      PONE_AGENT_TOKEN: agentToken,
      PONE_AGENT_DATA: join(folder.path, 'agent'),
      PONE_AGENT_NAME: 'local',
      PONE_AGENT_JMETERS: jmeterFolder,
    },
    readyEvent: 'connected',
  })
  // Read by commands on this machine.
  await folder.lock.describe(localAddress)
  return { address, demoTargetUrl, firstAccounts, givenUp: Promise.race(parts.map(part => part.givenUp)) }
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
