/** Calls of the local capture tool (`./pone capture`), which runs beside the browser. */
import { CaptureFile } from '@pone/recording/pcap/file/capture-file.ts'
import { z } from 'zod'
import { type DeviceAccess, deviceAccess } from './device-access.ts'

export const defaultToolAddress = 'http://127.0.0.1:18087'

export interface CaptureTool {
  readonly address: string
  readonly token: string
}

const interfacesSchema = z.object({
  program: z.enum(['tcpdump', 'dumpcap']).nullable(),
  interfaces: z.array(z.object({ name: z.string(), addresses: z.array(z.string()) })).max(1_000),
})
export type CaptureInterfaces = z.infer<typeof interfacesSchema>

const faultCodes = [
  'token',
  'origin',
  'host',
  'noProgram',
  'noRights',
  'badFilter',
  'busy',
  'failed',
] as const
const faultSchema = z.object({ code: z.enum(faultCodes), detail: z.string().default('') })

/** `notStarted`: nothing answers at the address that the page may read. */
export type CaptureFaultCode = (typeof faultCodes)[number] | 'notStarted'

export class CaptureFault extends Error {
  readonly code: CaptureFaultCode
  /** What the program said. */
  readonly detail: string
  /** What the browser may have to do with it. */
  readonly access: DeviceAccess

  constructor(code: CaptureFaultCode, detail = '', access: DeviceAccess = 'open') {
    super(code)
    this.code = code
    this.detail = detail
    this.access = access
  }
}

const answerTimeoutMs = 15_000
/** While the browser asks the user. */
const askedTimeoutMs = 120_000
const progressIntervalMs = 250

/** @throws CaptureFault unless the tool does as it is told */
async function ask(
  { address, token }: CaptureTool,
  path: string,
  { order, signal }: { readonly order?: object; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  const late = new AbortController()
  const isAsked = (await deviceAccess()) === 'asks'
  const timer = setTimeout(() => late.abort(), isAsked ? askedTimeoutMs : answerTimeoutMs)
  try {
    const response = await fetch(`${address.replace(/\/+$/, '')}${path}`, {
      method: order === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(order !== undefined && { 'content-type': 'application/json' }),
      },
      ...(order !== undefined && { body: JSON.stringify(order) }),
      signal: AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]),
      credentials: 'omit',
    })
    if (response.ok) return response
    const fault = faultSchema.safeParse(await response.json().catch(() => null))
    throw new CaptureFault(fault.data?.code ?? 'failed', fault.data?.detail)
  } catch (error) {
    throw error instanceof CaptureFault ? error : new CaptureFault('notStarted', '', await deviceAccess())
  } finally {
    clearTimeout(timer)
  }
}

export async function listInterfaces(tool: CaptureTool): Promise<CaptureInterfaces> {
  const answer = interfacesSchema.safeParse(await (await ask(tool, '/interfaces')).json().catch(() => null))
  if (!answer.success) throw new CaptureFault('failed')
  return answer.data
}

export async function stopCapture(tool: CaptureTool): Promise<void> {
  await ask(tool, '/stop', { order: {} })
}

export interface CaptureProgress {
  readonly packets: number
  readonly bytes: number
}

interface CaptureOptions {
  readonly order: { readonly interface: string; readonly filter: string }
  readonly onProgress: (progress: CaptureProgress) => void
  readonly signal: AbortSignal
}

/** Until it is stopped or has reached a limit of the tool. */
export async function captureFile(
  tool: CaptureTool,
  { order, onProgress, signal }: CaptureOptions,
): Promise<File> {
  const { body } = await ask(tool, '/captures', { order, signal })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let packets = 0
  let bytes = 0
  const counter = new CaptureFile({
    packet: () => {
      packets += 1
    },
    secrets: () => undefined,
    fault: () => undefined,
  })
  const tell = () => onProgress({ packets, bytes })
  tell()
  const timer = setInterval(tell, progressIntervalMs)
  try {
    const reader = body?.getReader()
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      pieces.push(read.value)
      bytes += read.value.length
      counter.feed(read.value)
    }
  } finally {
    clearInterval(timer)
  }
  return new File(pieces, 'capture.pcap')
}
