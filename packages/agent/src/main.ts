/** The agent process: wires its parts, and leaves in an orderly way when told to or when its parent is gone. */
import { fstatSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AgentEvent, createOutlet, startAgent } from './agent.ts'
import { createCalibration } from './calibration/calibration.ts'
import { createDebugRegistry } from './debug/debug-registry.ts'
import { createIdentityStore } from './keys/identity.ts'
import { createRefusalNote, refusedExitCode } from './link/refusal.ts'
import { createServerAddresses } from './link/server-addresses.ts'
import { trustServers } from './link/server-trust.ts'
import { createLog, reasonOf } from './log.ts'
import { lockFolder } from './machine/folder-lock.ts'
import { createEngineProcesses, ownEngine } from './runs/engine-processes.ts'
import { createJmeterSearch } from './runs/jmeter-search.ts'
import { createPlanFiles } from './runs/plan-files.ts'
import { createRunFolders } from './runs/run-folder.ts'
import { createRunRegistry, type RunRegistry } from './runs/run-registry.ts'
import { createSampleLogDelivery } from './runs/sample-log-delivery.ts'
import { readSettings } from './settings.ts'
import { createEngineChoice } from './tools/engine-choice.ts'
import { createTools } from './tools/tools.ts'
import { selfTest } from './upgrade/self-test.ts'
import { createUpgradeFiles, upgradeExitCode } from './upgrade/upgrade-files.ts'
import { createUpgrader } from './upgrade/upgrader.ts'

/** How long requests under way may take after a request to leave, and how long the whole leave, ms. */
const patient = { drainMs: 5_000, leaveMs: 9_500 }
const hasty = { drainMs: 0, leaveMs: 3_000 }

async function main(): Promise<void> {
  const bundle = process.env['PONE_AGENT_BUNDLE'] || null
  if (process.argv.includes('--version')) return say(readVersion())
  if (process.argv.includes('--self-test')) {
    await selfTest(bundle)
    return say(JSON.stringify({ event: 'selfTest', version: readVersion() }))
  }
  const settings = readSettings(process.env)
  const { dataFolder } = settings
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  // One that was there before may be open to others; a volume that belongs to somebody else stays as it is.
  // Java under an account of its own has to come through to its run's folder; nothing can be listed.
  await chmod(dataFolder, process.getuid?.() === 0 ? 0o711 : 0o700).catch(() => undefined)
  // Whoever started it may have been in a folder that is removed; Java does not start in one.
  process.chdir(dataFolder)
  const unlock = await lockFolder(dataFolder)
  const refusals = createRefusalNote(dataFolder)
  await refusals.clear()
  const identities = createIdentityStore(dataFolder)
  const own = { identity: await identities.read() }
  if (own.identity === null && settings.joinToken === undefined) {
    throw new Error('The agent cannot start: it has no key yet, set PONE_AGENT_TOKEN to a join token')
  }
  const trust = trustServers(settings, log)
  warnOfPlainLines(settings.serverUrls)
  const outlet = createOutlet()
  const servers = createServerAddresses(settings.serverUrls)
  const source = {
    get serverUrl() {
      return servers.current
    },
    identity: () => own.identity,
  }
  const files = createPlanFiles({
    folder: join(dataFolder, 'files'),
    source,
  })
  await files.tidy()
  const folders = createRunFolders(join(dataFolder, 'spool'))
  const sampleLogs = createSampleLogDelivery({
    source,
    log,
  })
  const engines = createEngineProcesses({
    folder: join(dataFolder, 'engine'),
    readyCount: settings.readyWorkers,
    engine: createEngineChoice(dataFolder, ownEngine),
  })
  const jmeters = createJmeterSearch({ dataFolder, folder: settings.jmeterFolder })
  const runs = createRunRegistry({
    engines,
    jmeters,
    folders,
    files,
    sampleLogs,
    workers: settings.workers,
    send: outlet.send,
    toServerTime: outlet.toServerTime,
    log,
  })
  if (own.identity !== null) await runs.recover(own.identity.agentId)
  engines.refill()
  const debugs = createDebugRegistry({
    files,
    jmeters,
    folder: join(dataFolder, 'trials'),
    send: outlet.send,
    log,
  })
  const upgrader = createUpgrader({
    files: createUpgradeFiles(dataFolder),
    bundle,
    source,
    isBusy: () => runs.list().some(run => run.isDriving) || tools.isBusy(),
    send: outlet.send,
    restart: () => void leave(patient, upgradeExitCode),
    log,
  })
  const calibration = createCalibration({
    dataFolder,
    workers: settings.workers,
    engines,
    isBusy: () => runs.list().some(run => run.isDriving) || tools.isBusy(),
    log,
  })
  const tools = createTools({
    dataFolder,
    calibration,
    logFile: settings.logFile,
    source,
    version: readVersion(),
    send: outlet.send,
    log,
  })
  const agent = startAgent({
    settings,
    servers,
    trust,
    version: readVersion(),
    identities,
    own,
    runs,
    debugs,
    tools,
    calibration,
    jmeters,
    upgrader,
    outlet,
    onEvent: printEvent,
    onShutOut: reason => {
      refusals
        .write(reason)
        .catch((cause: unknown) => log(`the refusal cannot be written down: ${reasonOf(cause)}`))
        .finally(() => void leave(hasty, refusedExitCode))
      printEvent({ event: 'fatal', message: `the server refuses this agent: ${reason}` })
    },
    log,
  })

  let isLeaving = false
  const leave = async (how: typeof patient, exitCode = 0) => {
    if (isLeaving) return
    isLeaving = true
    upgrader.close()
    debugs.close()
    tools.close()
    calibration.cancel()
    await Promise.race([drain(runs, how.drainMs, () => agent.isOnline), pause(how.leaveMs)])
    agent.close()
    // Only what has not ended by now; the next agent completes what it leaves.
    for (const run of runs.all()) if (run.isDriving) void run.close()
    await Promise.race([engines.close(), pause(hasty.leaveMs)])
    await unlock()
    process.exit(exitCode)
  }
  await upgrader.resume()
  process.on('SIGTERM', () => void leave(patient))
  process.on('SIGINT', () => void leave(patient))
  if (isPipe(0)) {
    process.stdin.on('end', () => void leave(hasty)).on('error', () => void leave(hasty))
    process.stdin.resume()
  }
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

/** Ends all runs, by force after `drainMs`, and delivers what there is if the server is there to take it. */
async function drain(runs: RunRegistry, drainMs: number, isOnline: () => boolean): Promise<void> {
  const all = runs.all()
  for (const run of all) run.stop(drainMs === 0, { cause: 'agentLost', detail: 'the agent was stopped' })
  const force = setTimeout(() => {
    for (const run of all) run.stop(true)
  }, drainMs)
  await Promise.all(all.map(run => run.ended))
  clearTimeout(force)
  if (isOnline()) await Promise.all(all.map(run => run.settled))
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

// Whoever started the agent may have closed its end of these.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
main().catch((cause: unknown) => {
  log(reasonOf(cause))
  printEvent({ event: 'fatal', message: reasonOf(cause) })
  process.exitCode = 1
})
