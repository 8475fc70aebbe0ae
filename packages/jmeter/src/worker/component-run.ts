/** One component of a JMeter run on this machine: its files, its plan with this machine's share, its JMeter, and what is read of it. */
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { LogLine } from '@pone/contract/entities/run.ts'
import type { Batch, LabelName } from '@pone/contract/link/batch.ts'
import { CauseError, toldCause } from '@pone/contract/told-cause.ts'
import type { PrepareCommand } from '@pone/engine/worker/serve.ts'
import { JtlReader } from '../jtl/reader.ts'
import { RowRecorder } from '../jtl/row-recorder.ts'
import { gateName, jmeterPaths } from '../process/command-line.ts'
import { tooLargeHeap } from '../process/heap.ts'
import { chooseHome } from '../process/homes.ts'
import { readJavaMajor } from '../process/java.ts'
import type { JavaAccount } from '../process/java-account.ts'
import { type JmeterProcess, startJmeter } from '../process/jmeter-process.ts'
import { LogWatch } from '../process/log-watch.ts'
import { gatedPlan } from './gated-plan.ts'
import { rowFileNames } from './left-behind.ts'
import { machinePlan } from './machine-plan.ts'
import type { RowFile } from './sample-file.ts'
import { Lines, Tail } from './tail.ts'

/** JMeter says it when all is written; it then waits a second or two for nothing. */
const lastWord = '... end of run'

/** Of the rows, each time: reading must not hold up the worker's other work for long. */
const maxPieces = 16

export interface ComponentOptions {
  readonly command: PrepareCommand
  /** Of the component in the plan. */
  readonly index: number
  /** Its own; made here. */
  readonly folder: string
  readonly account: JavaAccount | null
  readonly onLog: (line: LogLine) => void
}

export interface ComponentFigures extends Pick<Batch, 'second' | 'labels' | 'errors'> {
  readonly names: LabelName[]
  /** Of them, those that are requests. */
  readonly requests: number
}

export interface ComponentRun {
  readonly process: JmeterProcess
  /** What its JMeter writes; whole after `close`. */
  readonly rowFile: RowFile
  /** @throws (rejects) Error with a sentence for people */
  readonly ready: Promise<void>
  readonly threads: number
  /** The most threads at a time since the last call. */
  takeMostThreads(): number
  /** When its first thread group began, epoch ms; null before. */
  readonly startedAt: number | null
  /** What of the plan stopped the test; '' when nothing did. */
  readonly stopTest: string
  /** Its load is over, and its tear-down groups run. */
  readonly isTearingDown: boolean
  /** The run begins at that instant, epoch ms: rows are counted from there. */
  begin(startAt: number): void
  /** Reads what JMeter has written since the last time. */
  read(): void
  /** What was counted in the seconds before that one. */
  takeBefore(second: number): ComponentFigures[]
  /** After its JMeter has ended: why its figures are not what was asked for; null when they are. */
  faultOf(wasStopped: boolean): { cause: 'fault' | 'crashed'; detail: string } | null
  /** Reads the rest and lets go of the files. */
  close(): void
}

/** Labels of several components stand one after the other; each has room for as many as a run may have. */
const labelsPerComponent = 1_000

/** Starts its JMeter; null when this machine has no user of it. @throws Error with a sentence for people when it cannot run here */
export async function openComponent({
  command,
  index,
  folder,
  account,
  onLog,
}: ComponentOptions): Promise<ComponentRun | null> {
  const { plan, jmeters = [] } = command
  const component = plan.jmeter?.components[index]
  const settings = plan.jmeter?.settings
  if (component === undefined || settings === undefined) throw new Error('the plan has no JMeter component')
  const home = chooseHome(jmeters, settings.version === '' ? null : settings.version)
  if (home === null) throw noJmeter(settings.version)
  const javaMajor = await readJavaMajor()
  if (javaMajor === null) throw new CauseError('javaMissing')
  const tooLarge = tooLargeHeap(settings.jvmOptions, memoryBytes())
  if (tooLarge !== null) {
    const memoryMib = Math.floor(memoryBytes() / 1_024 ** 2)
    throw new CauseError('heapTooLarge', { option: tooLarge, memoryMib })
  }
  const { text, threads, needsSubSamples, notes, jarPaths } = await machinePlan(command, index, {
    folder,
    home,
  })
  for (const message of notes) onLog({ at: Date.now(), level: 'info', source: 'plan', message })
  if (threads === 0) return null
  const rowFormat = settings.countsSubSamples || needsSubSamples ? 'xml' : 'csv'
  const rowsPath = join(folder, rowFileNames[rowFormat])
  const watch = new LogWatch(onLog)
  const paths = jmeterPaths(folder)
  const log = new Tail(paths.logPath)
  const lines = new Lines(line => watch.take(line))
  const output = new Tail(paths.outputPath)
  let isThrough = false
  const outputLines = new Lines(line => {
    isThrough ||= line.startsWith(lastWord)
  })
  const rows = new Tail(rowsPath)
  let recorder: RowRecorder | null = null
  let threadsOfRows = 0
  let mostOfRows = 0
  let exitCode: number | null = null
  let isCut = false
  let counted = 0
  const names: LabelName[] = []
  const reader = new JtlReader({
    onRow: row => {
      recorder?.add(row)
      threadsOfRows = row.allThreads
      mostOfRows = Math.max(mostOfRows, threadsOfRows)
    },
  })
  const process = await startJmeter({
    folder,
    account,
    plan: gatedPlan(text, gateName),
    home: home.path,
    javaMajor,
    jvmOptions: settings.jvmOptions,
    properties: settings.properties,
    rowsPath,
    rowFormat,
    isFull: false,
    jarPaths,
  })
  if (!process.isApart)
    onLog({ at: Date.now(), level: 'warn', source: 'plan', message: toldCause('javaNotApart') })
  void process.exited.then(code => {
    exitCode = code
  })
  const readAll = (pieces?: number) => {
    log.read(bytes => lines.push(bytes))
    rows.read(bytes => reader.push(bytes), pieces)
  }
  const own = (label: number) => index * labelsPerComponent + label

  return {
    process,
    rowFile: { path: rowsPath, format: rowFormat },
    ready: process.ready.catch((cause: unknown) => {
      readAll()
      lines.end()
      watch.flush()
      if (watch.fault !== '') throw new Error(watch.fault, { cause })
      throw watch.stopTest === '' ? cause : new CauseError('setUpStopped', {}, watch.stopTest)
    }),
    get threads() {
      return exitCode === null ? (watch.threads ?? threadsOfRows) : 0
    },
    takeMostThreads: () => {
      const most = watch.threads === null ? mostOfRows : watch.takeMostThreads()
      mostOfRows = threadsOfRows
      return most
    },
    get startedAt() {
      return watch.startedAt
    },
    get stopTest() {
      return watch.stopTest
    },
    get isTearingDown() {
      return watch.phase === 'tearDown' && exitCode === null
    },
    begin: startAtMs => {
      recorder = new RowRecorder({ startAtMs, countsSubSamples: settings.countsSubSamples })
    },
    read: () => {
      readAll(maxPieces)
      output.read(bytes => outputLines.push(bytes))
      if (watch.hasHeard) process.heard()
      if (isThrough && exitCode === null) process.kill()
    },
    takeBefore: second =>
      (recorder?.takeBefore(second) ?? []).map(taken => {
        for (const { label, name, kind, isOverflow } of taken.names)
          names[label] = { label: own(label), name, kind, component: isOverflow ? '' : component.name }
        const used = new Set([...taken.labels, ...taken.errors].map(({ label }) => label))
        const requests = taken.completed - counted
        counted = taken.completed
        return {
          second: taken.second,
          labels: taken.labels.map(each => ({ ...each, label: own(each.label) })),
          errors: taken.errors.map(each => ({ ...each, label: own(each.label) })),
          names: [...used].flatMap(label => names[label] ?? []),
          requests,
        }
      }),
    faultOf: wasStopped => {
      if (watch.fault !== '') return { cause: 'fault', detail: watch.fault }
      if (reader.fault !== null && reader.fault.code !== 'empty')
        return { cause: 'fault', detail: toldCause('resultsUnreadable', { code: reader.fault.code }) }
      if (wasStopped) return null
      if (!watch.hasEnded)
        return { cause: 'crashed', detail: toldCause('jmeterEnded', { code: exitCode ?? '' }) }
      if (isCut) return { cause: 'crashed', detail: toldCause('rowCutOff') }
      if (reader.rows === 0) return { cause: 'fault', detail: toldCause('noSample') }
      return null
    },
    close: () => {
      readAll()
      lines.end()
      watch.flush()
      reader.end()
      isCut = reader.lastLine === 'half'
      for (const tail of [log, output, rows]) tail.close()
    },
  }
}

/** Of this machine, or what the worker's container may take of it. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem())

const noJmeter = (version: string): CauseError =>
  version === '' ? new CauseError('jmeterMissing') : new CauseError('jmeterVersionMissing', { version })
