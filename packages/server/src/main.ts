/** The server process: starts the server, writes events as JSON lines to stdout, and shuts down on a signal or when its parent process has exited. */

import { fstatSync } from 'node:fs'
import { errorText } from '@pone/schema/error-text.ts'
import { isDatabaseUnavailable } from './adapters/database/database-error.ts'
import { createLog, type Log } from './adapters/log.ts'
import { readEnvironment } from './environment.ts'
import { startServer } from './server.ts'

/** Time limit of an orderly shutdown. */
const stopPatienceMs = 10_000

async function main(): Promise<void> {
  const log = createLog('info')
  survive(log)
  try {
    const environment = readEnvironment(process.env)
    const server = await startServer(environment, log, accounts =>
      printEvent({ event: 'first-run', ...accounts }),
    )
    leaveWhenTold(log, () => server.stop())
    for (const message of server.warnings) {
      log.warn(message)
      printEvent({ event: 'notice', message })
    }
    const { renewCertificate } = server
    // Without a certificate the signal keeps its default meaning.
    if (renewCertificate !== undefined) process.on('SIGHUP', () => void renewCertificate())
    printEvent({ event: 'listening', address: server.address, localAddress: server.localAddress })
  } catch (cause) {
    log.error({ err: cause }, 'the server could not start')
    printEvent({ event: 'fatal', message: sentenceOf(cause) })
    process.exitCode = 1
    process.exit()
  }
}

/** Unhandled errors: a database outage resolves by itself; anything else is a defect, and a restart is safer. */
function survive(log: Log): void {
  const take = (cause: unknown): void => {
    log.error({ err: cause }, 'uncaught')
    if (!isDatabaseUnavailable(cause)) process.exit(1)
  }
  process.on('uncaughtException', take)
  process.on('unhandledRejection', take)
}

function leaveWhenTold(log: Log, stop: () => Promise<void>): void {
  let isLeaving = false
  const leave = (): void => {
    if (isLeaving) return
    isLeaving = true
    setTimeout(() => process.exit(1), stopPatienceMs).unref()
    stop().then(
      () => process.exit(0),
      (cause: unknown) => {
        log.error({ err: cause }, 'stopping')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', leave)
  process.on('SIGINT', leave)
  if (isPipe()) process.stdin.resume().on('end', leave).on('error', leave)
}

function isPipe(): boolean {
  try {
    const stdin = fstatSync(0)
    return stdin.isFIFO() || stdin.isSocket()
  } catch {
    return false
  }
}

const printEvent = (event: object): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`)
}

function sentenceOf(cause: unknown): string {
  if (!(cause instanceof Error)) return errorText(cause)
  if ('code' in cause && cause.code === 'EADDRINUSE' && 'port' in cause)
    return `Port ${String(cause.port)} is taken by another program.`
  if ('code' in cause && cause.code === 'EACCES') return `Access was denied: ${cause.message}.`
  if ('code' in cause && cause.code === 'ENOSPC') return 'The disk is full.'
  return cause.message
}

await main()
