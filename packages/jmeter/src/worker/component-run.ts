/**
 * One component of a JMeter run on this machine: its files, its plan with this machine's share, its JMeter, and the
 * readers of its output.
 */
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { LogLine } from '@pone/contract/entities/run.ts'
import { CauseError, toldCause } from '@pone/contract/told-cause.ts'
import type { PrepareCommand } from '@pone/engine/worker/serve.ts'
import type { JmeterSettings } from '@pone/plan/engines/jmeter-settings.ts'
import { gateName, jmeterPaths } from '../process/command-line.ts'
import { tooLargeHeap } from '../process/heap.ts'
import { chooseHome, type JmeterHome } from '../process/homes.ts'
import { readJavaMajor } from '../process/java.ts'
import type { JavaAccount } from '../process/java-account.ts'
import { type JmeterProcess, startJmeter } from '../process/jmeter-process.ts'
import { LogWatch } from '../process/log-watch.ts'
import { type ComponentFigures, ComponentRows } from './component-rows.ts'
import { gatedPlan } from './gated-plan.ts'
import { rowFileNames } from './left-behind.ts'
import { machinePlan } from './machine-plan.ts'
import type { RowFile } from './sample-file.ts'
import { Lines, Tail } from './tail.ts'

/** JMeter prints it when everything is written, one or two seconds before it exits. */
const lastWord = '... end of run'

/** Pieces of the rows per call: reading must not block the worker's other work for long. */
const maxPieces = 16

export interface ComponentOptions {
  readonly command: PrepareCommand
  /** Index of the component in the plan. */
  readonly index: number
  /** Its own folder; created here. */
  readonly folder: string
  readonly account: JavaAccount | null
  readonly onLog: (line: LogLine) => void
}

export interface ComponentRun {
  readonly process: JmeterProcess
  /** The file that its JMeter writes; complete after `close`. */
  readonly rowFile: RowFile
  /** @throws (rejects) Error with a sentence for the user */
  readonly ready: Promise<void>
  readonly threads: number
  /** The maximum of threads at a time since the last call. */
  takeMostThreads(): number
  /** When its first thread group started, epoch ms; null before. */
  readonly startedAt: number | null
  /** The part of the plan that stopped the test; '' when none did. */
  readonly stopTest: string
  /** Its load is over, and its tear-down groups run. */
  readonly isTearingDown: boolean
  /** The run starts at that instant, epoch ms: rows are counted from there. */
  begin(startAt: number): void
  /** Reads what JMeter has written since the last call. */
  read(): void
  /** Counts of the seconds before that one. */
  takeBefore(second: number): ComponentFigures[]
  /** After its JMeter has ended: why its figures are not as requested; null when they are. */
  faultOf(wasStopped: boolean): { cause: 'fault' | 'crashed'; detail: string } | null
  /** Reads the rest and closes the files. */
  close(): void
}

/**
 * Starts its JMeter; null when this machine has no user of it. @throws Error with a sentence for the user when it
 * cannot run here
 */
export async function openComponent(options: ComponentOptions): Promise<ComponentRun | null> {
  const { command, index, folder, account, onLog } = options
  const component = command.plan.jmeter?.components[index]
  const settings = command.plan.jmeter?.settings
  if (component === undefined || settings === undefined) throw new Error('the plan has no JMeter component')
  const { home, javaMajor } = await checkMachine(command, settings)
  const plan = await machinePlan(command, index, { folder, home })
  for (const message of plan.notes) onLog({ at: Date.now(), level: 'info', source: 'plan', message })
  if (plan.threads === 0) return null
  const format = settings.countsSubSamples || plan.needsSubSamples ? 'xml' : 'csv'
  const rowFile: RowFile = { path: join(folder, rowFileNames[format]), format }
  const process = await startJmeter({
    folder,
    account,
    plan: gatedPlan(plan.text, gateName),
    home: home.path,
    javaMajor,
    jvmOptions: settings.jvmOptions,
    properties: settings.properties,
    rowsPath: rowFile.path,
    rowFormat: format,
    isFull: false,
    jarPaths: plan.jarPaths,
  })
  if (!process.isApart)
    onLog({ at: Date.now(), level: 'warn', source: 'plan', message: toldCause('javaNotApart') })
  const rows = new ComponentRows({ path: rowFile.path, index, componentName: component.name })
  return new StartedComponent({ process, rowFile, rows, folder, settings, onLog })
}

/** The JMeter and the Java of this machine that run the component. @throws CauseError when it cannot run here */
async function checkMachine(
  { tools = [] }: PrepareCommand,
  { version, jvmOptions }: JmeterSettings,
): Promise<{ home: JmeterHome; javaMajor: number }> {
  const home = chooseHome(tools, version === '' ? null : version)
  if (home === null) throw noJmeter(version)
  const javaMajor = await readJavaMajor()
  if (javaMajor === null) throw new CauseError('javaMissing')
  const option = tooLargeHeap(jvmOptions, memoryBytes())
  if (option !== null) {
    const memoryMib = Math.floor(memoryBytes() / 1_024 ** 2)
    throw new CauseError('heapTooLarge', { option, memoryMib })
  }
  return { home, javaMajor }
}

interface StartedOptions {
  readonly process: JmeterProcess
  readonly rowFile: RowFile
  readonly rows: ComponentRows
  readonly folder: string
  readonly settings: JmeterSettings
  readonly onLog: (line: LogLine) => void
}

class StartedComponent implements ComponentRun {
  readonly process: JmeterProcess
  readonly rowFile: RowFile
  readonly ready: Promise<void>
  readonly #rows: ComponentRows
  readonly #settings: JmeterSettings
  readonly #watch: LogWatch
  readonly #log: Tail
  readonly #logLines: Lines
  readonly #output: Tail
  readonly #outputLines: Lines
  #isThrough = false
  #exitCode: number | null = null

  constructor({ process, rowFile, rows, folder, settings, onLog }: StartedOptions) {
    const { logPath, outputPath } = jmeterPaths(folder)
    this.process = process
    this.rowFile = rowFile
    this.#rows = rows
    this.#settings = settings
    const watch = new LogWatch(onLog)
    this.#watch = watch
    this.#log = new Tail(logPath)
    this.#logLines = new Lines(line => watch.take(line))
    this.#output = new Tail(outputPath)
    this.#outputLines = new Lines(line => {
      this.#isThrough ||= line.startsWith(lastWord)
    })
    void process.exited.then(code => {
      this.#exitCode = code
    })
    this.ready = process.ready.catch((cause: unknown) => this.#notReady(cause))
  }

  get threads(): number {
    return this.#exitCode === null ? (this.#watch.threads ?? this.#rows.threads) : 0
  }

  get startedAt(): number | null {
    return this.#watch.startedAt
  }

  get stopTest(): string {
    return this.#watch.stopTest
  }

  get isTearingDown(): boolean {
    return this.#watch.phase === 'tearDown' && this.#exitCode === null
  }

  takeMostThreads(): number {
    const ofRows = this.#rows.takeMostThreads()
    return this.#watch.threads === null ? ofRows : this.#watch.takeMostThreads()
  }

  begin(startAt: number): void {
    this.#rows.begin(startAt, this.#settings.countsSubSamples)
  }

  read(): void {
    this.#readAll(maxPieces)
    this.#output.read(bytes => this.#outputLines.push(bytes))
    if (this.#watch.hasHeard) this.process.heard()
    if (this.#isThrough && this.#exitCode === null) this.process.kill()
  }

  takeBefore(second: number): ComponentFigures[] {
    return this.#rows.takeBefore(second)
  }

  faultOf(wasStopped: boolean): { cause: 'fault' | 'crashed'; detail: string } | null {
    const { fault, hasEnded } = this.#watch
    const { faultCode, isCut, count } = this.#rows
    if (fault !== '') return { cause: 'fault', detail: fault }
    if (faultCode !== null)
      return { cause: 'fault', detail: toldCause('resultsUnreadable', { code: faultCode }) }
    if (wasStopped) return null
    if (!hasEnded)
      return { cause: 'crashed', detail: toldCause('jmeterEnded', { code: this.#exitCode ?? '' }) }
    if (isCut) return { cause: 'crashed', detail: toldCause('rowCutOff') }
    if (count === 0) return { cause: 'fault', detail: toldCause('noSample') }
    return null
  }

  close(): void {
    this.#readAll()
    this.#endLog()
    this.#rows.close()
    this.#log.close()
    this.#output.close()
  }

  /** @throws Error with the cause in the log, or the given one */
  #notReady(cause: unknown): never {
    this.#readAll()
    this.#endLog()
    const { fault, stopTest } = this.#watch
    if (fault !== '') throw new Error(fault, { cause })
    throw stopTest === '' ? cause : new CauseError('setUpStopped', {}, stopTest)
  }

  #readAll(pieces?: number): void {
    this.#log.read(bytes => this.#logLines.push(bytes))
    this.#rows.read(pieces)
  }

  #endLog(): void {
    this.#logLines.end()
    this.#watch.flush()
  }
}

/** Memory of this machine, or the limit of the worker's container. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem())

const noJmeter = (version: string): CauseError =>
  version === '' ? new CauseError('jmeterMissing') : new CauseError('jmeterVersionMissing', { version })
