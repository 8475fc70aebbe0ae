/** Starts the process of a recording proxy and talks with it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  type LaterReport,
  type ProxyCommand,
  type ProxyOrder,
  type ProxyReport,
  type ProxyStarted,
  proxyReportSchema,
} from './messages.ts'

const program = fileURLToPath(new URL('./proxy-program.ts', import.meta.url))
const maxHeapMiB = 256
const startMs = 30_000
/** Below the time that the server has to end. */
const stopMs = 8_000

/** Why a proxy is not there. */
export class ProxyNotStarted extends Error {
  override readonly name = 'ProxyNotStarted'
  readonly arePortsTaken: boolean

  constructor(detail: string, arePortsTaken: boolean) {
    super(detail)
    this.arePortsTaken = arePortsTaken
  }
}

export interface ProxyProcess {
  readonly started: ProxyStarted
  send(command: ProxyCommand): void
  /** Settles when the process has ended and all that it told was heard. */
  readonly ended: Promise<void>
  /** Asks it to complete its file, and ends it by force when it does not. */
  stop(): Promise<void>
}

/** @param onReport what it tells after its start @throws ProxyNotStarted */
export async function startProxyProcess(
  order: ProxyOrder,
  onReport: (report: LaterReport) => void,
): Promise<ProxyProcess> {
  const child = fork(program, [], {
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${maxHeapMiB}`],
    // No secret of its parent, such as the access to the database.
    env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = Promise.race([
    Promise.all([once(child, 'exit'), once(child, 'disconnect')]),
    // It was not started at all.
    new Promise(resolve => child.once('error', resolve)),
  ]).then(() => undefined)
  const send = (command: ProxyCommand): void => {
    if (child.connected) child.send(command, () => undefined)
  }
  const first = firstReport(ended, told => child.on('message', message => told(read(message))), onReport)
  const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
  send({ kind: 'start', order })
  const report = await first.finally(() => clearTimeout(timer))
  if (report?.kind !== 'started') {
    child.kill('SIGKILL')
    await ended
    throw report?.kind === 'refused'
      ? new ProxyNotStarted(report.detail, report.arePortsTaken)
      : new ProxyNotStarted('the process ended', false)
  }
  return {
    started: report,
    send,
    ended,
    stop: async () => {
      send({ kind: 'stop' })
      const limit = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await ended
      clearTimeout(limit)
    },
  }
}

/** What comes from another process is not trusted; null for what is no report. */
const read = (message: unknown): ProxyReport | null => proxyReportSchema.safeParse(message).data ?? null

/** null if the process ended without one; those after it are handed on. */
const firstReport = (
  ended: Promise<void>,
  listen: (told: (report: ProxyReport | null) => void) => void,
  onReport: (report: LaterReport) => void,
): Promise<ProxyReport | null> =>
  new Promise(resolve => {
    let isFirst = true
    listen(report => {
      if (report === null) return
      if (isFirst) resolve(report)
      else if (report.kind !== 'started' && report.kind !== 'refused') onReport(report)
      isFirst = false
    })
    void ended.then(() => resolve(null))
  })
