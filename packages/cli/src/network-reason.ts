import { tlsProblem } from '@pone/contract/tls-problems.ts'

/** Why `fetch` failed; its own message contains no reason. */
export function networkReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const problem = tlsProblem(cause)
  if (problem !== undefined) return problem
  const { cause: inner } = cause
  if (!(inner instanceof Error)) return cause.message
  return inner.message !== '' ? inner.message : 'code' in inner ? String(inner.code) : cause.message
}
