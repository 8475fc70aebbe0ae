/** Records a JVM by the engine that measures each kind best: async-profiler where it can be used, else the Flight Recorder, which says so. */
import type { RecorderCost } from '@pone/contract/entities/profiling.ts'
import type { TakeOrder, TakeOutcome } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import {
  type AsyncKind,
  type AsyncProfile,
  AsyncProfilerRefused,
  beginAsyncProfile,
  type RunningProfile,
} from '@pone/monitors/transports/jvm/async-profiling.ts'
import { attach } from '@pone/monitors/transports/jvm/attach.ts'
import { recordJvm, waitFor } from '@pone/monitors/transports/jvm/flight-recording.ts'
import type { JvmProcess } from '@pone/monitors/transports/jvm/processes.ts'
import { findProfilerLibrary, type ProfilerLibrary } from '@pone/monitors/transports/jvm/profiler-library.ts'
import { javaVersion, type RecordedKind } from '@pone/monitors/transports/jvm/recording-settings.ts'
import { NotTaken } from './not-taken.ts'
import { recorderCost, recorderTimes } from './recorder-cost.ts'

export interface TakenRecordings {
  readonly recordings: readonly Uint8Array[]
  /** What each of them measures, where their format does not tell. */
  readonly kinds?: TakeOrder['kinds']
  /** Of all of them. */
  readonly format: Extract<TakeOutcome, { state: 'complete' }>['format']
  /** As the JVM tells it, e.g. `JDK 17.0.15`; '' when it does not. */
  readonly runtime: string
  readonly engines: readonly string[]
  /** Coded texts. */
  readonly notes: readonly string[]
  /** What it cost the process, where that is known. */
  readonly cost?: RecorderCost | null
}

const maxDetail = 2_000
const missing = {
  notInstalled: 'profileNoLibrary',
  otherArchitecture: 'profileOtherArchitecture',
  musl: 'profileMusl',
} as const

/** @throws NotTaken, NoFlightRecorder, TargetFault; the signal's reason when it is aborted */
export async function recordByEngines(
  jvm: JvmProcess,
  order: TakeOrder,
  profilerFolders: readonly string[],
  signal: AbortSignal,
): Promise<TakenRecordings> {
  const before = await recorderTimes(jvm.pid)
  const taken = await recordedBy(jvm, order, profilerFolders, signal)
  return { ...taken, cost: recorderCost(before, await recorderTimes(jvm.pid)) }
}

async function recordedBy(
  jvm: JvmProcess,
  order: TakeOrder,
  profilerFolders: readonly string[],
  signal: AbortSignal,
): Promise<TakenRecordings> {
  const begun = await beginAsync(jvm, order, profilerFolders, signal)
  const isAsync = 'running' in begun
  const recorded = order.kinds.filter((kind): kind is RecordedKind =>
    isAsync ? !isForAsync(kind) : kind !== 'wall',
  )
  if (!isAsync && recorded.length === 0)
    throw new NotTaken(toldCause('profileNoWall', { reason: begun.refusal }))
  // When one of them fails, nobody waits for the other.
  const failure = new AbortController()
  const both = AbortSignal.any([signal, failure.signal])
  const failed = (error: unknown): never => {
    failure.abort(error)
    throw error
  }
  const inTime = async (running: RunningProfile): Promise<AsyncProfile> => {
    await waitFor(jvm, order.seconds, both)
    return running.end(both)
  }
  try {
    const [profile, recording] = await Promise.all([
      isAsync ? inTime(begun.running).catch(failed) : null,
      recorded.length === 0
        ? null
        : recordJvm(jvm, { ...order, kinds: recorded, name: `pone-${order.takeId}` }, both).catch(failed),
    ])
    return {
      recordings: [profile, recording].flatMap(each => (each === null ? [] : [each.bytes])),
      format: 'jfr',
      runtime: recording?.version ?? (await runtimeOf(jvm, signal)),
      engines: [
        ...(isAsync ? [`async-profiler ${begun.library.version}`] : []),
        ...(recording === null ? [] : ['JFR']),
      ],
      notes: notesOf(order, begun, profile?.warnings ?? ''),
    }
  } finally {
    if (isAsync) await begun.running.close()
  }
}

type Begun =
  | { readonly running: RunningProfile; readonly library: ProfilerLibrary }
  /** A coded text; '' = it was not asked for. */
  | { readonly refusal: string }

const isForAsync = (kind: TakeOrder['kinds'][number]): kind is AsyncKind => kind === 'cpu' || kind === 'wall'

async function beginAsync(
  jvm: JvmProcess,
  order: TakeOrder,
  profilerFolders: readonly string[],
  signal: AbortSignal,
): Promise<Begun> {
  const kinds = order.kinds.filter(isForAsync)
  if (kinds.length === 0) return { refusal: '' }
  const library = await findProfilerLibrary(jvm, profilerFolders)
  if (typeof library === 'string') return { refusal: toldCause(missing[library]) }
  const { seconds, bufferMib, takeId } = order
  const asked = { name: `pone-${takeId}-async`, kinds, seconds, bufferMib, library }
  try {
    return { running: await beginAsyncProfile(jvm, asked, signal), library }
  } catch (error) {
    if (!(error instanceof AsyncProfilerRefused)) throw error
    return { refusal: toldCause('profileLibraryRefused', {}, error.message.slice(0, maxDetail)) }
  }
}

function notesOf(order: TakeOrder, begun: Begun, warnings: string): string[] {
  if ('running' in begun)
    return warnings === '' ? [] : [toldCause('profileWarned', {}, warnings.slice(0, maxDetail))]
  const reason = begun.refusal
  if (reason === '') return []
  return [
    ...(order.kinds.includes('cpu') ? [toldCause('profileByJfr', { reason })] : []),
    ...(order.kinds.includes('wall') ? [toldCause('profileNoWall', { reason })] : []),
  ]
}

/** What has been taken counts more than a JVM that does not tell its version. */
async function runtimeOf(jvm: JvmProcess, signal: AbortSignal): Promise<string> {
  const told = await attach(jvm, ['jcmd', 'VM.version'], signal).catch(() => '')
  return javaVersion(told)?.text ?? told.split('\n', 1)[0] ?? ''
}
