/** Reads the answer of `Thread.print` while it comes: threads with their states and stacks, and what HotSpot found of deadlocks. */

/** A Java thread. */
export interface JavaThread {
  readonly name: string
  /** Java's own number of the thread, which no other thread of the JVM gets; 0 = not told. */
  readonly number: number
  readonly isDaemon: boolean
  /** `RUNNABLE`, `BLOCKED`, `WAITING`, `TIMED_WAITING`, `NEW`, `TERMINATED`. */
  readonly state: string
  /** Used since its start, milliseconds; null = the JVM is too old to say. */
  readonly cpuMs: number | null
  /** Class and method, innermost first; those above `maxReadFrames` are left out. */
  readonly frames: readonly string[]
  /** Frames of its stack, also those left out. */
  readonly depth: number
  /** Class of the lock that it waits for; empty = for none. */
  readonly waitsFor: string
}

/** A thread of a deadlock. */
export interface DeadlockedThread {
  readonly name: string
  readonly waitsFor: string
  readonly heldBy: string
}

/** What a dump tells. */
export interface ThreadDump {
  readonly threads: readonly JavaThread[]
  readonly deadlocked: readonly DeadlockedThread[]
}

export const maxReadFrames = 200
/** Of what is told of deadlocks, which is a few lines for each thread in one. */
const maxDeadlockText = 1024 ** 2
const maxHead = 500
const frameStart = '\tat '

/** A thread of which more lines may come. */
interface OpenThread extends JavaThread {
  state: string
  frames: string[]
  depth: number
  waitsFor: string
}

/** Hands on each thread once it is whole, so that dumps of any length take little memory. */
export class ThreadDumpReader {
  readonly #onThread: (thread: JavaThread) => void
  readonly #frames = new Map<string, string>()
  #rest = ''
  #isDump = false
  #open: OpenThread | null = null
  /** The first line of a thread whose name has line breaks. */
  #head = ''
  /** null = none was found so far. */
  #deadlocks: string | null = null

  constructor(onThread: (thread: JavaThread) => void) {
    this.#onThread = onThread
  }

  read(part: string): void {
    const lines = `${this.#rest}${part}`.split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#line(line)
  }

  /** Threads of deadlocks; null = the text is no thread dump. */
  end(): readonly DeadlockedThread[] | null {
    if (this.#rest !== '') this.read('\n')
    this.#close()
    if (!this.#isDump) return null
    return this.#deadlocks === null ? [] : readDeadlocks(this.#deadlocks)
  }

  #line(line: string): void {
    if (this.#deadlocks !== null) {
      if (this.#deadlocks.length < maxDeadlockText) this.#deadlocks += `${line}\n`
    } else if (line.startsWith('"') || this.#head !== '') {
      this.#close()
      this.#readHead(line)
    } else if (this.#open !== null && line.startsWith(frameStart)) this.#addFrame(this.#open, line)
    else if (this.#open !== null && /^\s/.test(line)) addTo(this.#open, line)
    else if (line.includes('Full thread dump')) this.#isDump = true
    else if (/^Found .*deadlock/.test(line)) {
      this.#close()
      this.#deadlocks = ''
    } else this.#close()
  }

  #readHead(line: string): void {
    const head = this.#head === '' || line.startsWith('"') ? line : `${this.#head}\n${line}`
    const isWhole = head.lastIndexOf('" ') > 0 || head.length > maxHead
    this.#head = isWhole ? '' : head
    if (isWhole) this.#open = readHead(head)
  }

  #addFrame(thread: OpenThread, line: string): void {
    thread.depth += 1
    if (thread.frames.length >= maxReadFrames) return
    const frame = /^[^(\s]+/.exec(line.slice(frameStart.length))?.[0] ?? ''
    let known = this.#frames.get(frame)
    if (known === undefined) {
      known = copyOf(frame)
      this.#frames.set(known, known)
    }
    thread.frames.push(known)
  }

  /** A thread of the JVM itself has no Java state. */
  #close(): void {
    if (this.#open !== null && this.#open.state !== '') this.#onThread(this.#open)
    this.#open = null
  }
}

/** null = the text is no thread dump. */
export function readThreadDump(text: string): ThreadDump | null {
  const threads: JavaThread[] = []
  const reader = new ThreadDumpReader(thread => threads.push(thread))
  reader.read(text)
  const deadlocked = reader.end()
  return deadlocked === null ? null : { threads, deadlocked }
}

/** A part of a text that is read keeps all of that text in memory. */
const copyOf = (part: string): string => Buffer.from(part).toString()

function readHead(line: string): OpenThread | null {
  // A name may hold quotation marks; what follows its end never does.
  const name = /^"(.*)" (?:#|daemon |prio=|\[)/s.exec(line)?.[1]
  if (name === undefined) return null
  const rest = line.slice(name.length + 2, name.length + maxHead)
  const cpu = /\bcpu=([\d.]+)ms/.exec(rest)?.[1]
  return {
    name: copyOf(name),
    number: Number(/^ #(\d+)/.exec(rest)?.[1] ?? 0),
    isDaemon: / daemon /.test(rest),
    state: '',
    cpuMs: cpu === undefined ? null : Number(cpu),
    frames: [],
    depth: 0,
    waitsFor: '',
  }
}

function addTo(thread: OpenThread, line: string): void {
  if (thread.state === '')
    thread.state = copyOf(/^\s+java\.lang\.Thread\.State: ([A-Z_]+)/.exec(line)?.[1] ?? '')
  else if (thread.waitsFor === '')
    thread.waitsFor = copyOf(
      /^\s+- (?:waiting to lock|parking to wait for|waiting on)\s+<.*?> \(a ([^)]+)\)/.exec(line)?.[1] ?? '',
    )
}

function readDeadlocks(text: string): DeadlockedThread[] {
  const pattern =
    /^"(.*)":\n\s+waiting (?:to lock monitor|for ownable synchronizer) \S+(?: \(object \S+|,)\s*\(?a ([^),]+)\)?,\n\s+(?:in [^\n]*\n\s+)?which is held by "(.*)"/gm
  const found = new Map<string, DeadlockedThread>()
  for (const [, name = '', waitsFor = '', heldBy = ''] of text.matchAll(pattern)) {
    found.set(name, { name, waitsFor, heldBy })
  }
  return [...found.values()]
}

/** Threads that HotSpot itself runs, which the figures of the JVM leave out too: they have no frames of Java, but for two. */
export const isOfJvm = ({ name, state, depth }: JavaThread): boolean =>
  depth === 0 && state === 'RUNNABLE' && name !== 'Signal Dispatcher' && name !== 'Attach Listener'
