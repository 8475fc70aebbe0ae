/** A recording proxy on this machine in a process of its own, from its start until its file is not wanted any more. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProxyReport, ProxyWish } from '@pone/contract/link/proxy.ts'
import {
  ProxyNotStarted,
  type ProxyProcess,
  startProxyProcess,
} from '@pone/recording-proxy/process/proxy-process.ts'
import { errorText } from '@pone/schema/error-text.ts'

/**
 * Private networks, as for load tests and monitors of this agent; where clouds answer with credentials stays closed, and
 * so does whatever leads there by other forms of an address.
 */
const privateTargets = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '::1',
  'fc00::/7',
]

export interface AgentProxyOptions {
  readonly wish: ProxyWish
  /** Where its file is made, whose name is removed at once. */
  readonly folder: string
  readonly authorityPath: string
  /** Tried in their order. */
  readonly ports: readonly number[]
  readonly onReport: (report: ProxyReport) => void
}

export class AgentProxy {
  readonly #options: AgentProxyOptions
  #process: ProxyProcess | null = null
  #file: FileHandle | null = null
  #isStopping = false
  #hasEnded = false
  /** Settles once nothing is recorded any more. */
  readonly ended: Promise<void>

  /** Begins at once. */
  constructor(options: AgentProxyOptions) {
    this.#options = options
    this.ended = this.#run().catch((cause: unknown) => {
      const isKnown = cause instanceof ProxyNotStarted
      const reason = isKnown && cause.arePortsTaken ? 'portsTaken' : 'failed'
      options.onReport({ kind: 'refused', reason, detail: errorText(cause).slice(0, 4_000) })
    })
  }

  stop(): void {
    this.#isStopping = true
    void this.#process?.stop()
  }

  mark(title: string): void {
    this.#process?.send({ kind: 'mark', title })
  }

  /** Of the ended file. */
  read(from: number, maxBytes: number): Promise<Buffer> {
    return readPart(this.#file, from, maxBytes)
  }

  /** Ends it, and frees its file. */
  async close(): Promise<void> {
    this.stop()
    await this.ended
    await this.#file?.close()
    this.#file = null
  }

  /** @throws ProxyNotStarted, or what the disk says */
  async #run(): Promise<void> {
    const { wish, folder, authorityPath, ports, onReport } = this.#options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${randomUUID()}.har`)
    /** What was told before the start is told. */
    let early: ProxyReport[] | null = []
    const process = await startProxyProcess(
      {
        ...wish,
        host: '0.0.0.0',
        ports: [...ports],
        authorityPath,
        path,
        allowedTargets: privateTargets,
        closedPorts: [],
      },
      report => (early === null ? this.#tell(report) : early.push(report)),
    ).catch(async (cause: unknown) => {
      await rm(path, { force: true })
      throw cause
    })
    this.#process = process
    this.#file = await open(path)
    await rm(path)
    onReport(process.started)
    for (const report of early) this.#tell(report)
    early = null
    if (this.#isStopping) void process.stop()
    await process.ended
    if (!this.#hasEnded) this.#tell({ kind: 'ended', reason: 'failed' })
  }

  #tell(report: ProxyReport): void {
    if (report.kind === 'ended') this.#hasEnded = true
    this.#options.onReport(report)
  }
}

async function readPart(file: FileHandle | null, from: number, maxBytes: number): Promise<Buffer> {
  if (file === null) return Buffer.alloc(0)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, from)
  return buffer.subarray(0, bytesRead)
}
