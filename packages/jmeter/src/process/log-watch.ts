/** Follows jmeter.log: lines for the run's log, the number of threads, when they started, and faults that make the run invalid. */

import type { LogLine } from '@pone/contract/entities/run.ts'
import { type CauseCode, type CauseParams } from '@pone/contract/told-cause.ts'
import { encodeText } from '@pone/schema/coded-text.ts'
import { readLogLine } from './log-format.ts'

/** Lines of a stack that are kept with their log line. */
const maxStackLines = 30

/** Faults after which JMeter may still end with code 0, and their causes; the first match applies. */
const faults: readonly (readonly [
  pattern: RegExp,
  code: CauseCode,
  paramsOf: (what: string) => CauseParams,
])[] = [
  [/CannotResolveClassException: (\S+)/, 'pluginMissing', name => ({ name })],
  [/NoClassDefFoundError: (\S+)/, 'pluginMissing', name => ({ name: name.replaceAll('/', '.') })],
  [/OutOfMemoryError/, 'outOfMemory', () => ({})],
  [/IllegalArgumentException: File (.+) must exist and be readable/, 'planFileMissing', name => ({ name })],
  [/XmlPullParserException: (.*)/, 'planUnreadable', reason => ({ reason })],
  [/Problem loading XML from:[^\n]*\nCause:\n(.+)/, 'planUnreadable', reason => ({ reason })],
  [/^Error in NonGUIDriver\s*(.*)/, 'planNotCompiled', reason => ({ reason })],
  [/^Error occurred compiling the tree:?\s*(.*)/, 'planNotCompiled', reason => ({ reason })],
]

/** The fault in a line of the log, with its stack, as a coded cause; '' when there is none. */
export function faultIn(text: string): string {
  for (const [pattern, code, paramsOf] of faults) {
    const found = pattern.exec(text)
    if (found !== null) return encodeText(code, paramsOf(found[1] ?? ''), text)
  }
  return ''
}

/** Logged for each thread; there may be thousands of them. */
const isThreadNews = ({ level, source, message }: LogLine): boolean =>
  level === 'info' && source.endsWith('.JMeterThread') && /^Thread (?:started|finished|is done)/.test(message)

export class LogWatch {
  /** Active threads by the log; null until it has logged a number. */
  threads: number | null = null
  #mostThreads = 0
  /** When the first thread group with load started, epoch ms by JMeter's clock. */
  startedAt: number | null = null
  /** The kind of groups it has reached; null before the first. */
  phase: 'setUp' | 'load' | 'tearDown' | null = null
  /** Whether it has begun to end after a command. */
  hasHeard = false
  /** The part of the plan that stopped the test; '' when none did. */
  stopTest = ''
  /** Whether the log contains the end of the test. */
  hasEnded = false
  /** The first fault that makes the figures invalid, as a coded cause; '' when there was none. */
  fault = ''
  readonly #report: (line: LogLine) => void
  #open: LogLine | null = null
  #stackLines = 0

  /** `report` is called with each line, with its stack if it has one. */
  constructor(report: (line: LogLine) => void) {
    this.#report = report
  }

  /** Processes the next line, without its end. */
  take(text: string): void {
    const line = readLogLine(text)
    if (line === null) return this.#goOn(text)
    this.flush()
    this.#open = line
    this.#stackLines = 0
    this.#watch(line.source, line.message, line.at)
  }

  /** The maximum of threads at a time since the last call, in the order of the log. */
  takeMostThreads(): number {
    const most = this.#mostThreads
    this.#mostThreads = this.threads ?? 0
    return most
  }

  /** Passes on the last line when no more follows. */
  flush(): void {
    const line = this.#open
    if (line === null) return
    this.#open = null
    if (this.fault === '') this.fault = faultIn(line.message)
    if (!isThreadNews(line)) this.#report(line)
  }

  #goOn(text: string): void {
    if (this.#open === null || this.#stackLines++ >= maxStackLines) return
    this.#open = { ...this.#open, message: `${this.#open.message}\n${text}` }
  }

  #watch(source: string, message: string, at: number): void {
    if (source.endsWith('.JMeterThread')) {
      if (message.startsWith('Thread started:')) {
        this.threads = (this.threads ?? 0) + 1
        this.#mostThreads = Math.max(this.#mostThreads, this.threads)
      } else if (message.startsWith('Thread finished:')) this.threads = Math.max(0, (this.threads ?? 0) - 1)
      else if (/^Stop Test (?:Now )?detected/.test(message)) this.stopTest ||= message
    } else if (source.endsWith('.StandardJMeterEngine')) {
      const phase = /^Starting (?:(setUp|tearDown) )?ThreadGroup:/.exec(message)
      if (phase !== null) this.phase = phase[1] === 'setUp' || phase[1] === 'tearDown' ? phase[1] : 'load'
      // Between the log lines of the group and of its threads JMeter waits for the run's start.
      else if (/^Starting \d+ threads for group/.test(message) && this.phase === 'load') this.startedAt ??= at
      else if (message.startsWith('Notifying test listeners of end of test')) this.hasEnded = true
    } else if (source.endsWith('.JMeter') && message.startsWith('Command: ')) this.hasHeard = true
  }
}
