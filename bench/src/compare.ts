/** Compares Pone with the peers: installs them, then runs peer and Pone in pairs, round by round. */
import { errorText } from '@pone/schema/error-text.ts'
import type { BenchContext } from './bench-context.ts'
import type { Installer } from './install/install.ts'
import { peerFigures, type Run, runPeer, runPone } from './measurements/throughput.ts'
import { fullWork, type InstalledPeer, loadUsers, type Peer } from './peers/peer.ts'
import { type Pair, type PeerFigures, type Ratio, ratioOf, type Unavailable } from './result.ts'

/** Pairs of runs per peer. */
export const pairsOf = (mode: BenchContext['mode']): number => (mode === 'quick' ? 1 : 5)

/** How often a pair is tried. */
const attempts = 2

/** A peer during the rounds; with a problem it takes no further part. */
interface Contender {
  readonly peer: Peer
  readonly runs: Run[]
  readonly pairs: Pair[]
  installed: InstalledPeer | null
  problem: string | null
}

export interface Comparison {
  readonly pone: PeerFigures | Unavailable
  readonly peers: Record<string, PeerFigures | Unavailable>
  readonly ratios: Ratio[]
}

/** Never rejects for a peer that fails: that one is then unavailable, with the reason. */
export async function compare(
  context: BenchContext,
  installer: Installer,
  peers: readonly Peer[],
): Promise<Comparison> {
  const contenders = peers.map(
    (peer): Contender => ({ peer, runs: [], pairs: [], installed: null, problem: null }),
  )
  for (const contender of contenders) await install(contender, installer, context)
  const own: Run[] = []
  const failure: { words: string | null } = { words: null }
  const runOwn = async () => {
    try {
      const run = await runPone(context)
      own.push(run)
      return run
    } catch (error) {
      failure.words = errorText(error)
      throw new Error(`Pone: ${failure.words}`, { cause: error })
    }
  }
  for (let pair = 1; pair <= pairsOf(context.mode); pair++) {
    for (const contender of contenders) {
      if (contender.installed === null || contender.problem !== null) continue
      contender.problem = await problemOf(context, () => runPair(context, contender, runOwn, pair))
    }
  }
  if (own.length === 0 && failure.words === null) await runOwn().catch(() => context.signal.throwIfAborted())
  return {
    pone:
      own.length === 0
        ? { status: 'unavailable', reason: failure.words ?? 'no run' }
        : peerFigures({ version: 'this checkout', work: fullWork }, own, []),
    peers: Object.fromEntries(contenders.map(contender => [contender.peer.name, figuresOf(contender)])),
    ratios: contenders.map(contender => {
      const figures = figuresOf(contender)
      const { name, aim } = contender.peer
      const value = figures.status === 'measured' ? figures.throughputRatio : null
      return ratioOf(`throughput on one core ÷ ${name}`, value, '×', aim === null ? null : { atLeast: aim })
    }),
  }
}

async function install(contender: Contender, installer: Installer, context: BenchContext): Promise<void> {
  try {
    contender.installed = await contender.peer.install(installer)
  } catch (error) {
    context.signal.throwIfAborted()
    contender.problem = errorText(error)
    context.print(`${contender.peer.name} cannot be installed: ${contender.problem}`)
  }
}

/**
 * Runs it, and once more when it fails, as one transient failure should not lose an hour of bench. Returns the message
 * of the second failure.
 */
async function problemOf(context: BenchContext, run: () => Promise<void>): Promise<string | null> {
  let problem: string | null = null
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      await run()
      return null
    } catch (error) {
      context.signal.throwIfAborted()
      problem = errorText(error)
      context.print(problem)
    }
  }
  return problem
}

/** The order within a pair alternates from round to round, so that neither side always meets the warmer machine. */
async function runPair(
  context: BenchContext,
  contender: Contender,
  runOwn: () => Promise<Run>,
  pair: number,
): Promise<void> {
  const { peer, installed } = contender
  if (installed === null) return
  let poneFirst: Run | null = null
  if (pair % 2 === 0) poneFirst = await runOwn()
  const theirs = await runPeer(context, peer, installed)
  const ours = poneFirst ?? (await runOwn())
  contender.runs.push(theirs)
  contender.pairs.push({ peer: theirs.window, pone: ours.window })
  const ratio = ours.window.requestsPerSecond / theirs.window.requestsPerSecond
  context.print(
    `pair ${pair}: ${peer.name} ${theirs.window.requestsPerSecond}/s, Pone ${ours.window.requestsPerSecond}/s with ${loadUsers} connections: ${ratio.toFixed(2)} ×`,
  )
}

function figuresOf({ peer, installed, problem, runs, pairs }: Contender): PeerFigures | Unavailable {
  if (installed === null || runs.length === 0 || problem !== null) {
    return { status: 'unavailable', reason: problem ?? 'no run' }
  }
  return peerFigures({ version: installed.version, work: peer.work }, runs, pairs)
}
