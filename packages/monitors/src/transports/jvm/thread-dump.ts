/** Reads the answer of `Thread.print`: threads with their states, and what HotSpot found of deadlocks. */

/** A Java thread. */
export interface JavaThread {
  readonly name: string
  readonly isDaemon: boolean
  /** `RUNNABLE`, `BLOCKED`, `WAITING`, `TIMED_WAITING`, `NEW`, `TERMINATED`. */
  readonly state: string
  /** Used since its start, milliseconds; null = the JVM is too old to say. */
  readonly cpuMs: number | null
  /** The frame at the top: class and method; empty without frames. */
  readonly frame: string
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

/** null = the text is no thread dump. */
export const readThreadDump = (text: string): ThreadDump | null => readThreads(text, thread => thread)

/** With the frames of every thread, class and method, innermost first. null = the text is no thread dump. */
export const threadsWithFrames = (text: string) =>
  readThreads(text, (thread, block) => ({
    ...thread,
    frames: [...block.matchAll(/^\s+at ([^(\s]+)/gm)].map(([, frame = '']) => frame),
  }))

function readThreads<Thread>(text: string, of: (thread: JavaThread, block: string) => Thread) {
  if (!text.includes('Full thread dump')) return null
  const at = text.search(/^Found .*deadlock/m)
  const blocks = (at < 0 ? text : text.slice(0, at)).split(/^(?=")/m)
  const threads = blocks.flatMap(block => {
    const thread = readThread(block)
    return thread === null ? [] : [of(thread, block)]
  })
  return { threads, deadlocked: at < 0 ? [] : readDeadlocks(text.slice(at)) }
}

/** null = a thread of the JVM itself, which has no Java state. */
function readThread(block: string): JavaThread | null {
  const state = /^\s+java\.lang\.Thread\.State: ([A-Z_]+)/m.exec(block)?.[1]
  // A name may hold quotation marks; what follows its end never does.
  const head = /^"(.*)" (?:#|daemon |prio=|\[)(.*)$/m.exec(block)
  if (state === undefined || head === null) return null
  const [line, name = ''] = head
  const rest = line.slice(name.length + 2)
  const cpu = /\bcpu=([\d.]+)ms/.exec(rest)?.[1]
  return {
    name,
    isDaemon: / daemon /.test(rest),
    state,
    cpuMs: cpu === undefined ? null : Number(cpu),
    frame: /^\s+at ([^(\s]+)/m.exec(block)?.[1] ?? '',
    waitsFor:
      /^\s+- (?:waiting to lock|parking to wait for|waiting on)\s+<.*?> \(a ([^)]+)\)/m.exec(block)?.[1] ??
      '',
  }
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
export const isOfJvm = ({ name, state, frame }: JavaThread): boolean =>
  frame === '' && state === 'RUNNABLE' && name !== 'Signal Dispatcher' && name !== 'Attach Listener'
