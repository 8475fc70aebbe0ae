/** Limits the body size of unauthenticated requests: a longer body is read only after authentication. */
import type { Call } from '@pone/contract/call.ts'
import type { FastifyRequest } from 'fastify'
import type { Claim, Gate } from './gate.ts'

/** For public calls, and for all others before authentication. */
export const strangerBodyBytes = 256 * 1024

/** @throws AppError as the gate does, before a long body is read */
export async function assertMaySend(
  call: Call,
  request: Pick<FastifyRequest, 'headers' | 'isMultipart'>,
  { gate, claim }: { gate: Pick<Gate, 'authenticate'>; claim: Claim },
): Promise<void> {
  // These bodies are streams, which are read after the gate.
  if (call.bytes !== undefined || request.isMultipart()) return
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const isLong = encoding !== undefined || Number(length ?? 0) > strangerBodyBytes
  if (isLong && call.permission.kind !== 'public') await gate.authenticate(call, claim)
}
