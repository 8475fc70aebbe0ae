/** A call of a session, ready to send. */
import type { ConnectCall, RunCall } from './session.ts'

export type SqlCall =
  | { readonly kind: 'connect'; readonly connect: ConnectCall }
  | { readonly kind: 'run'; readonly run: RunCall }
  | { readonly kind: 'close'; readonly connection: string }
