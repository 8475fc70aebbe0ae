/** A capture of packets of this machine, from its start until its file is not wanted any more. */
import { readFile, statfs } from 'node:fs/promises'
import { bytesPerMegabyte, type CaptureOrder, captureBounds } from '@pone/contract/entities/capture.ts'
import type { CaptureOutcome } from '@pone/contract/link/recordings.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { endpointsOf, filterOf } from './capture-filter.ts'
import {
  type CaptureFault,
  type CaptureProgram,
  captureInterfaces,
  findProgram,
  type RunningCapture,
  startCapture,
} from './capture-program.ts'
import { HeldFile } from './held-file.ts'
import { PacketCutter } from './packet-cutter.ts'

/** Stays free on the disk, on which results of runs wait too. */
const spareBytes = 500 * bytesPerMegabyte
const progressEveryMs = 1_000

interface AgentCaptureOptions {
  readonly order: CaptureOrder
  /** Where its file lies, without a name. */
  readonly folder: string
  /** Connections to them are left out. */
  readonly serverUrls: readonly string[]
  readonly onProgress: (progress: { readonly packets: number; readonly bytes: number }) => void
}

type End = Extract<CaptureOutcome, { state: 'complete' }>['end']

export class AgentCapture {
  readonly #options: AgentCaptureOptions
  readonly #cutter: PacketCutter
  #file: HeldFile | null = null
  #running: RunningCapture | null = null
  #end: End | null = null
  /** Settles once nothing is captured any more. */
  readonly ended: Promise<CaptureOutcome>

  /** Begins at once. */
  constructor(options: AgentCaptureOptions) {
    this.#options = options
    this.#cutter = new PacketCutter({
      maxBytes: options.order.megabytes * bytesPerMegabyte,
      maxPackets: captureBounds.packets,
    })
    this.ended = this.#capture().catch((cause: unknown) => {
      const isOfDisk = cause instanceof Error && 'code' in cause
      return failed(toldCause(isOfDisk ? 'captureDisk' : 'captureProgramFailed', {}, errorText(cause)))
    })
  }

  stop(end: End = 'stopped'): void {
    this.#end ??= end
    this.#running?.stop()
  }

  /** Of the ended file. */
  read(from: number, maxBytes: number): Promise<Buffer> {
    return this.#file?.read(from, maxBytes) ?? Promise.resolve(Buffer.alloc(0))
  }

  /** Ends it, and frees its file. */
  async close(): Promise<void> {
    this.stop()
    await this.ended
    await this.#file?.close()
    this.#file = null
  }

  /** @throws what the disk says */
  async #capture(): Promise<CaptureOutcome> {
    const { order, folder, serverUrls } = this.#options
    const program = findProgram()
    if (program === null)
      return failed(toldCause('captureNoProgram', { install: 'sudo apt install tcpdump' }))
    if (!captureInterfaces().some(({ name }) => name === order.interface))
      return failed(toldCause('captureNoInterface', { name: order.interface }))
    this.#file = await HeldFile.create(folder)
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < order.megabytes * bytesPerMegabyte + spareBytes)
      return failed(toldCause('captureDisk'))
    const filter = filterOf(order, await endpointsOf(serverUrls))
    const running = await startCapture(program, { interface: order.interface, filter })
    if ('code' in running) return failed(await causeOf(running, program))
    return this.#take(running, this.#file)
  }

  async #take(running: RunningCapture, file: HeldFile): Promise<CaptureOutcome> {
    const cutter = this.#cutter
    this.#running = running
    // It may have been stopped while the program started.
    if (this.#end !== null) running.stop()
    const limit = setTimeout(() => this.stop('timeLimit'), this.#options.order.seconds * 1_000)
    this.#tell()
    const progress = setInterval(() => this.#tell(), progressEveryMs)
    try {
      for await (const chunk of running.packets) {
        const whole = cutter.take(chunk as Buffer)
        if (whole.length > 0) await file.append(whole)
        if (cutter.limit !== null) this.stop(cutter.limit)
      }
    } finally {
      clearTimeout(limit)
      clearInterval(progress)
      running.stop()
      await running.ended
    }
    const { packets, bytes } = cutter
    return {
      state: 'complete',
      end: this.#end ?? 'programEnded',
      packets,
      bytes,
      dropped: running.dropped(),
    }
  }

  #tell(): void {
    const { packets, bytes } = this.#cutter
    this.#options.onProgress({ packets, bytes })
  }
}

const failed = (cause: string): CaptureOutcome => ({ state: 'failed', cause })

async function causeOf({ code, detail }: CaptureFault, { path }: CaptureProgram): Promise<string> {
  if (code !== 'noRights') return toldCause('captureProgramFailed', {}, detail)
  return toldCause('captureNoRight', { grant: await grantFor(path) }, detail)
}

const unitFolder = '/etc/systemd/system/pone-agent.service.d'
const unitLines =
  '[Service]\\nAmbientCapabilities=CAP_NET_RAW\\nCapabilityBoundingSet=CAP_NET_RAW\\nRestrictAddressFamilies=AF_PACKET\\n'

/** The command that gives this process the right. A unit of systemd may forbid that programs bring rights of their own. */
async function grantFor(program: string): Promise<string> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  if (!/^NoNewPrivs:\s*1$/m.test(status)) return `sudo setcap cap_net_raw,cap_net_admin=eip ${program}`
  return [
    `sudo mkdir -p ${unitFolder}`,
    `printf '${unitLines}' | sudo tee ${unitFolder}/captures.conf`,
    'sudo systemctl daemon-reload',
    'sudo systemctl restart pone-agent',
  ].join(' && ')
}
