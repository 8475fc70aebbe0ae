/** Records a JVM of this machine by its own Flight Recorder for a bounded time, and leaves nothing behind on it, also when this process is killed. */
import { lstat, readdir, rm, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { TargetFault } from '../../target-fault.ts'
import { assertSame } from './allowed-jvms.ts'
import { AttachError, attach } from './attach.ts'
import { jvmFault } from './jvm-fault.ts'
import { makeOwn, readOwn, temporaryFolder } from './own-files.ts'
import type { JvmProcess } from './processes.ts'
import { type JavaVersion, javaVersion, type RecordedKind, recordingSettings } from './recording-settings.ts'

export interface RecordingOrder {
  /** Names the recording and its files, `pone-…`; unique. */
  readonly name: string
  readonly kinds: readonly RecordedKind[]
  readonly seconds: number
  /** What the JVM keeps on its disk, MiB; of more the oldest is lost. */
  readonly bufferMib: number
}

export interface FlightRecording {
  readonly bytes: Buffer
  /** e.g. `JDK 17.0.15`. */
  readonly version: string
}

/** A JVM without the Flight Recorder; `version` as it tells it. */
export class NoFlightRecorder extends Error {
  override readonly name = 'NoFlightRecorder'
  readonly version: string
  constructor(version: string) {
    super(version)
    this.version = version
  }
}

/** What JVMs answer that were built, assembled or started without it. */
const noRecorder = /Unknown diagnostic command|Flight Recorder is disabled|jdk\.jfr not found/

/** JVMs of before write a recording of several parts to a device without an end. */
const discardsSince = 17
/** The recording ends by itself so long after its time, when nobody has ended it. */
const spareSeconds = 60
const lookEveryMs = 1_000
const cleaningMs = 5_000
/** A file lies there for seconds; an older one is left over. */
const leftoverAgeMs = 600_000
const mebibyte = 1024 ** 2
/** What the part that is being written adds to the buffer. */
const spareMib = 32

/** @throws TargetFault, NoFlightRecorder; the signal's reason when it is aborted */
export async function recordJvm(
  jvm: JvmProcess,
  order: RecordingOrder,
  signal: AbortSignal,
): Promise<FlightRecording> {
  try {
    return await recorded(jvm, order, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof NoFlightRecorder ? error : jvmFault(error, jvm)
  }
}

async function recorded(
  jvm: JvmProcess,
  order: RecordingOrder,
  signal: AbortSignal,
): Promise<FlightRecording> {
  const { name, bufferMib } = order
  const folder = await temporaryFolder(jvm)
  const told = await attach(jvm, ['jcmd', 'VM.version'], signal)
  const version = javaVersion(told)
  if (version === null) throw new NoFlightRecorder(told.split('\n', 1)[0] ?? '')
  // Where the JVM ends, its view of the file system ends too; a file in ours stays.
  const path = `${folder}/${name}.jfr`
  const paths = (await isOurs(folder)) ? [path, `/tmp/${name}.jfr`] : [path]
  await sweep(jvm, folder)
  try {
    const settings = `${folder}/${name}.jfc`
    try {
      await makeOwn(jvm, settings, recordingSettings(order.kinds, version.major))
      await start(jvm, order, { version, signal })
    } finally {
      await rm(settings, { force: true }).catch(() => undefined)
    }
    await waitFor(jvm, order.seconds, signal)
    const answer = await attach(jvm, ['jcmd', `JFR.stop name=${name} filename=/tmp/${name}.jfr`], signal)
    if (!answer.includes('Stopped recording')) throw new TargetFault('malformed', answer)
    const limit = (bufferMib + spareMib) * mebibyte
    const bytes = await readOwn(jvm, path, limit + 1)
    if (bytes.length > limit) throw new TargetFault('tooLarge')
    return { bytes, version: version.text }
  } finally {
    await clean(jvm, name, paths)
  }
}

/**
 * Its end is bounded by the JVM itself. What it writes at this end goes to `/dev/null` where it can: without a file name
 * the JVM makes up one in its working folder.
 */
async function start(
  jvm: JvmProcess,
  { name, seconds, bufferMib }: RecordingOrder,
  { version, signal }: { readonly version: JavaVersion; readonly signal: AbortSignal },
): Promise<void> {
  const command = [
    `JFR.start name=${name}`,
    `settings=/tmp/${name}.jfc`,
    `duration=${seconds + spareSeconds}s`,
    `maxsize=${bufferMib}m`,
    `filename=${version.major >= discardsSince ? '/dev/null' : `/tmp/${name}.jfr`}`,
  ].join(' ')
  const answer = await attach(jvm, ['jcmd', command], signal).catch((error: unknown) => {
    if (error instanceof AttachError && error.problem === 'refusedCommand') return error.message
    throw error
  })
  if (noRecorder.test(answer)) throw new NoFlightRecorder(version.text)
  if (!answer.includes('Started recording')) throw new TargetFault('malformed', answer)
}

/** @throws TargetFault `targetClosed` soon after the JVM ended */
export async function waitFor(jvm: JvmProcess, seconds: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + seconds * 1_000
  for (let left = seconds * 1_000; left > 0; left = until - performance.now()) {
    await delay(Math.min(left, lookEveryMs), undefined, { signal })
    await assertSame(jvm)
  }
}

/** Ends the recording and removes its files; also when its start was not answered. */
async function clean(jvm: JvmProcess, name: string, paths: readonly string[]): Promise<void> {
  const isThere = await assertSame(jvm).then(
    () => true,
    () => false,
  )
  if (isThere)
    await attach(jvm, ['jcmd', `JFR.stop name=${name}`], AbortSignal.timeout(cleaningMs)).catch(
      () => undefined,
    )
  for (const path of paths) await rm(path, { force: true }).catch(() => undefined)
}

/** Removes files of recordings whose process was killed between writing and reading them. */
async function sweep({ uid }: JvmProcess, folder: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter(each => /^pone-[\w-]+\.(jfr|jfc)$/.test(each))) {
    const path = `${folder}/${name}`
    const found = await lstat(path).catch(() => null)
    const isOld = found?.isFile() === true && found.uid === uid && Date.now() - found.mtimeMs > leftoverAgeMs
    if (isOld) await rm(path, { force: true }).catch(() => undefined)
  }
}

/** Whether a JVM sees the same folder for temporary files as this process. */
async function isOurs(folder: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([stat(folder), stat('/tmp')])
  return theirs.dev === ours.dev && theirs.ino === ours.ino
}
