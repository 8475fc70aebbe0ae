/** Reaches an HTTP address: its times, status and certificate. */
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { maxAnswerBytes, type TargetRecord } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { connectionFault } from '../connection-fault.ts'
import { certificateField } from './certificate.ts'

interface Reached {
  readonly record: TargetRecord
  readonly fault?: TargetFault
}

/** @throws TargetFault when no whole answer came */
export async function reachHttp(params: ParamValues, signal: AbortSignal): Promise<Reached> {
  const url = urlOf(params)
  const begun = performance.now()
  const since = () => (performance.now() - begun).toFixed(2)
  const record: Record<string, string> = {}
  const expected = String(params['contains'] ?? '')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest
  const request = send(url, {
    method: String(params['method'] ?? 'GET'),
    agent: false,
    signal,
    headers: { 'user-agent': 'pone-monitor', 'accept-encoding': 'identity' },
    ...(url.protocol === 'https:' ? { rejectUnauthorized: params['verifyTls'] !== false } : {}),
  })
  request.once('socket', socket => {
    socket.once('lookup', () => void (record['nameMs'] = since()))
    socket.once('connect', () => void (record['connectMs'] = since()))
    socket.once('secureConnect', () => void (record['tlsMs'] = since()))
  })
  request.once('error', reject)
  request.once('response', answer => {
    record['firstByteMs'] = since()
    record['status'] = String(answer.statusCode)
    Object.assign(record, certificateField(answer.socket))
    const chunks: Buffer[] = []
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxAnswerBytes) answer.destroy(new TargetFault('tooLarge', '', { limit: '8 MiB' }))
    })
    answer.once('error', reject)
    answer.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
  request.end()
  const body = await promise.catch((thrown: unknown) => {
    throw connectionFault(thrown)
  })
  record['timeMs'] = since()
  const fault = judge(Number(record['status']), body, {
    range: String(params['status'] ?? '200-399'),
    expected,
  })
  return { record: { ...record, reached: fault ? '0' : '1' }, ...(fault ? { fault } : {}) }
}

function urlOf({ url }: ParamValues): URL {
  const parsed = URL.parse(String(url ?? ''))
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new TargetFault('unreachable', String(url ?? ''))
  return parsed
}

function judge(
  status: number,
  body: string,
  { range, expected }: { range: string; expected: string },
): TargetFault | undefined {
  const [, low = '200', high = low] = /^\s*(\d{3})(?:\s*-\s*(\d{3}))?\s*$/.exec(range) ?? []
  if (status < Number(low) || status > Number(high)) return new TargetFault('wrongProduct', `HTTP ${status}`)
  return expected === '' || body.includes(expected)
    ? undefined
    : new TargetFault('wrongProduct', `HTTP ${status}, ${JSON.stringify(body.slice(0, 200))}`)
}
