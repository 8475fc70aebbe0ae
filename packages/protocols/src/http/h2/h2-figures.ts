/** Times and bytes of one request over HTTP/2, all its tries together; kept by h2-exchange.ts. */
import { microseconds } from '../connection.ts'
import { noPhases, phase } from '../phases.ts'
import type { H2Connection } from './h2-connection.ts'

/** Of one request. Instants are of performance.now(), 0 = not yet. */
export class H2Figures {
  flushedAt = 0
  firstByteAt = 0
  wireRequests = 0
  sentBytes = 0
  receivedBytes = 0
  readonly phasesUs = noPhases()
  /** Of the body of the present try that were put into frames. */
  sentBodyBytes = 0
  #startedAt = 0

  /** The request is put on the wire now. */
  flush(): void {
    this.flushedAt = performance.now()
    this.wireRequests++
  }

  /** Adds the making of the connection that the request opened. */
  addConnection({ channel }: H2Connection): void {
    if (this.#startedAt === 0) this.#startedAt = channel.startedAt
    this.phasesUs[phase.dns] = channel.dnsUs
    this.phasesUs[phase.connect] = channel.connectUs
    this.phasesUs[phase.tls] = channel.tlsUs
  }

  /** Adds a try that ended, if it was put on the wire, and gets ready for another one. */
  addTry(connection: H2Connection, receivedBodyBytes: number): void {
    const { flushedAt, firstByteAt } = this
    if (flushedAt === 0) return
    if (this.#startedAt === 0) this.#startedAt = flushedAt
    const rest = connection.takeUnclaimed()
    this.sentBytes += this.sentBodyBytes + rest.sent
    this.receivedBytes += receivedBodyBytes + rest.received
    this.sentBodyBytes = 0
    this.flushedAt = 0
    if (firstByteAt === 0) return
    this.phasesUs[phase.firstByte] = microseconds(flushedAt, firstByteAt)
    this.phasesUs[phase.transfer] = microseconds(firstByteAt, performance.now())
  }

  /** Up to now. */
  get durationUs(): number {
    return this.#startedAt === 0 ? 0 : microseconds(this.#startedAt, performance.now())
  }
}
