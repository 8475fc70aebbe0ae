/** Runs the whole bench: comparison with the peers, then the other measurements. */
import { errorText } from '@pone/schema/error-text.ts'
import { type BenchContext, createContext } from './bench-context.ts'
import { type Comparison, compare, pairsOf } from './compare.ts'
import { createInstaller, debianPackage } from './install/install.ts'
import { describeMachine, planCores } from './machine.ts'
import { measurements } from './measurements/registry.ts'
import type { BenchOptions } from './options.ts'
import { peers } from './peers/registry.ts'
import { type BenchResult, isQuiet, type MeasurementFigures, type Unavailable } from './result.ts'
import { answer } from './target/nginx-config.ts'

export interface BenchSetting {
  readonly options: BenchOptions
  /** Folder that keeps installed peers. */
  readonly cache: string
  /** Folder of the peers' scripts. */
  readonly peerFiles: string
  /** Folder for all temporary files of the bench. */
  readonly workFolder: string
  readonly signal: AbortSignal
  print(line: string): void
}

/** @throws Error when no target can be started, or the bench is interrupted */
export async function runBench(setting: BenchSetting): Promise<BenchResult> {
  const { options } = setting
  const began = performance.now()
  const cores = planCores()
  const machine = describeMachine(cores)
  const installer = createInstaller(setting)
  await debianPackage(installer, 'nginx')
  const context = createContext({ ...setting, mode: options.mode, cores })
  const isChosen = (kind: string) => (name: string) =>
    options.only === null || options.only.includes(name) || options.only.includes(kind)
  const chosenPeers = peers.filter(({ name }) => isChosen('peers')(name))
  const comparison = await compare(context, installer, chosenPeers)
  const found = await measureAll(context, isChosen('measurements'))
  return {
    tool: 'pone bench',
    command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
    at: new Date().toISOString(),
    mode: options.mode,
    pairs: pairsOf(options.mode),
    durationSeconds: Math.round((performance.now() - began) / 1_000),
    machine,
    isQuiet: isQuiet([comparison.pone, ...Object.values(comparison.peers)]),
    target: { name: 'nginx', version: await nginxVersion(installer), answerBytes: answer.length },
    pone: comparison.pone,
    peers: comparison.peers,
    measurements: found,
    ratios: allRatios(comparison, found),
  }
}

async function measureAll(
  context: BenchContext,
  isChosen: (name: string) => boolean,
): Promise<Record<string, MeasurementFigures | Unavailable>> {
  const found: Record<string, MeasurementFigures | Unavailable> = {}
  for (const measurement of measurements.filter(candidate => isChosen(candidate.name))) {
    const { name } = measurement
    context.print(`measuring ${name} …`)
    try {
      found[name] = { status: 'measured', ...(await measurement.measure(context)) }
    } catch (error) {
      context.signal.throwIfAborted()
      found[name] = { status: 'unavailable', reason: errorText(error) }
      context.print(`${name}: ${found[name].reason}`)
    }
  }
  return found
}

const allRatios = (comparison: Comparison, found: Record<string, MeasurementFigures | Unavailable>) => [
  ...comparison.ratios,
  ...Object.values(found).flatMap(figures => (figures.status === 'measured' ? figures.ratios : [])),
]

async function nginxVersion(installer: ReturnType<typeof createInstaller>): Promise<string> {
  const shown = await installer.run({ program: 'sh', args: ['-c', 'nginx -v 2>&1'] })
  return /nginx\/(\S+)/.exec(shown)?.[1] ?? 'unknown'
}
