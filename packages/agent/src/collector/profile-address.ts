/** What is read from the address of a program that gives its profile itself: within bounds, and with each end told. */
import type { TakeOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { NotTaken } from './not-taken.ts'

export const mebibyte = 1024 ** 2

export interface AddressAnswer {
  readonly status: number
  readonly isGood: boolean
  readonly body: Buffer
}

/** @throws NotTaken with more than the buffer of the order; the fault of the connection */
export async function answerAt(
  address: string | URL,
  { bufferMib }: Pick<TakeOrder, 'bufferMib'>,
  signal: AbortSignal,
): Promise<AddressAnswer> {
  const answer = await fetch(address, { signal, redirect: 'error' })
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > bufferMib * mebibyte) throw new NotTaken(toldCause('profileTooLarge', { limit: bufferMib }))
    parts.push(part)
  }
  return { status: answer.status, isGood: answer.ok, body: Buffer.concat(parts) }
}

/** Of a fault, what is told; the reason of the signal goes on. @throws the signal's reason when it is aborted */
export function notTakenFrom(
  error: unknown,
  {
    code,
    address,
    signal,
  }: {
    readonly code: 'profileNoAnswer' | 'profileNoInspector'
    readonly address: string
    readonly signal: AbortSignal
  },
): NotTaken {
  signal.throwIfAborted()
  if (error instanceof NotTaken) return error
  const reason = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new NotTaken(toldCause(code, { address }, errorText(reason)))
}
