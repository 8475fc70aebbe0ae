/** Authenticates agents before the link accepts them; implemented by the cluster module. */
import type { Hello } from '@pone/contract/link/messages.ts'
import type { LineEnds } from './agent-link.ts'

export type Admission =
  /** `key` is set only when the agent has just joined. */
  | { readonly isAdmitted: true; readonly agentId: string; readonly key?: string | undefined }
  | { readonly isAdmitted: false; readonly reason: RefusalReason }
/** Sent to the agent; on `unknownAgent` it deletes its key and joins again if it has a token. */
export type RefusalReason =
  | 'unknownAgent'
  | 'wrongKey'
  | 'wrongToken'
  | 'tokenUsedUp'
  | 'nothingGiven'
  | 'revoked'

export interface AdmissionService {
  admit(hello: Hello, ends?: LineEnds): Promise<Admission>
  /** Authenticates requests outside the link. */
  isAgent(agentId: string, key: string): Promise<boolean>
  /** Called when the agent has stored the new key with this hash. */
  keyRenewed(agentId: string, keyHash: string): Promise<void>
}
