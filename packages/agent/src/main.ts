/** The agent process: wires its parts, and ends in an orderly way on a signal or when its parent has ended. */

import { fstatSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '@pone/schema/error-text.ts'
import { Agent, type AgentEvent } from './agent.ts'
import { takeDataFolder } from './data-folder.ts'
import { createPlanFiles } from './downloads/plan-files.ts'
import { createToolSearch } from './engines/registry.ts'
import { Families } from './families.ts'
import { createIdentityStore } from './identity.ts'
import { Link } from './link/link.ts'
import { createRefusalNote, refusedExitCode } from './link/refusal.ts'
import { createServerAddresses } from './link/server-addresses.ts'
import { trustServers } from './link/server-trust.ts'
import { createLog } from './log.ts'
import { createEngineProcesses, ownEngine } from './processes/engine-processes.ts'
import { readSettings, type Settings } from './settings.ts'
import { createEngineChoice } from './tools/engine-choice.ts'
import { selfTest } from './upgrade/self-test.ts'

/** Time limits after a signal for running requests, and for the whole end, ms. */
const patient = { drainMs: 5_000, leaveMs: 9_500 }
const hasty = { drainMs: 0, leaveMs: 3_000 }
type Leaving = typeof patient

async function main(): Promise<void> {
  const bundle = process.env['PONE_AGENT_BUNDLE'] || null
  if (process.argv.includes('--version')) return say(readVersion())
  if (process.argv.includes('--self-test')) {
    await selfTest(bundle)
    return say(JSON.stringify({ event: 'selfTest', version: readVersion() }))
  }
  const settings = readSettings(process.env)
  const unlock = await takeDataFolder(settings.dataFolder)
  const refusals = createRefusalNote(settings.dataFolder)
  await refusals.clear()
  const { agent, engines } = await createAgent(settings, {
    bundle,
    leave: exitCode => void leave(patient, exitCode),
    shutOut: reason => {
      refusals
        .write(reason)
        .catch((cause: unknown) => log(`the refusal cannot be written down: ${errorText(cause)}`))
        .finally(() => void leave(hasty, refusedExitCode))
      printEvent({ event: 'fatal', message: `the server refuses this agent: ${reason}` })
    },
  })
  let isLeaving = false
  const leave = async (how: Leaving, exitCode = 0) => {
    if (isLeaving) return
    isLeaving = true
    await agent.stop(how)
    await Promise.race([engines.close(), pause(hasty.leaveMs)])
    await unlock()
    process.exit(exitCode)
  }
  await agent.start()
  leaveOnSignals(leave)
}

interface Leave {
  readonly leave: (exitCode: number) => void
  readonly shutOut: (reason: string) => void
}

/** Creates the agent from its parts; nothing is started yet. */
async function createAgent(
  settings: Settings,
  { bundle, leave, shutOut }: Leave & { bundle: string | null },
) {
  const { dataFolder } = settings
  const identities = createIdentityStore(dataFolder)
  const own = { identity: await identities.read() }
  if (own.identity === null && settings.joinToken === undefined) {
    throw new Error('The agent cannot start: it has no key yet, set PONE_AGENT_TOKEN to a join token')
  }
  const trust = trustServers(settings, log)
  warnOfPlainLines(settings.serverUrls)
  const servers = createServerAddresses(settings.serverUrls)
  const source = {
    get serverUrl() {
      return servers.current
    },
    identity: () => own.identity,
  }
  const planFiles = createPlanFiles({ folder: join(dataFolder, 'files'), source })
  await planFiles.tidy()
  const engines = createEngineProcesses({
    folder: join(dataFolder, 'engine'),
    readyCount: settings.readyWorkers,
    engine: createEngineChoice(dataFolder, ownEngine),
  })
  const link = new Link({ servers, trust, log })
  const version = readVersion()
  const families = new Families({
    settings,
    version,
    bundle,
    own,
    identities,
    source,
    planFiles,
    engines,
    findTools: createToolSearch({ dataFolder, jmeterFolder: settings.jmeterFolder }),
    link,
    leave,
    log,
  })
  const agent = new Agent({
    settings,
    version,
    servers,
    identities,
    own,
    link,
    families,
    onEvent: printEvent,
    onShutOut: shutOut,
    log,
  })
  return { agent, engines }
}

/** After a signal, requests get time to end; when the parent process has ended, they do not. */
function leaveOnSignals(leave: (how: Leaving) => Promise<void>): void {
  process.on('SIGTERM', () => void leave(patient))
  process.on('SIGINT', () => void leave(patient))
  if (!isPipe(0)) return
  process.stdin.on('end', () => void leave(hasty)).on('error', () => void leave(hasty))
  process.stdin.resume()
}

function warnOfPlainLines(serverUrls: readonly string[]): void {
  const plain = serverUrls.filter(url => url.startsWith('http:') && !isLoopbackUrl(url))
  if (plain.length === 0) return
  log(
    `the line to ${plain.join(', ')} is not encrypted: keys, plans and secret variables can be read on the network; give the server a certificate and use https://`,
  )
}

function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function isPipe(fd: number): boolean {
  try {
    const stat = fstatSync(fd)
    return stat.isFIFO() || stat.isSocket()
  } catch {
    return false
  }
}

function readVersion(): string {
  const description: unknown = createRequire(import.meta.url)('../package.json')
  return String((description as { version?: unknown }).version)
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** One JSON line per event on standard output, for the process that started the agent. */
function printEvent(event: AgentEvent): void {
  say(JSON.stringify(event))
}

const log = createLog(line => process.stderr.write(line))

// The process that started the agent may have closed its ends of these.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
main().catch((cause: unknown) => {
  log(errorText(cause))
  printEvent({ event: 'fatal', message: errorText(cause) })
  process.exitCode = 1
})
