/** What the link asks before it opens a line to an agent; answered by the module of clusters. */
import type { Hello } from '@pone/contract/link/messages.ts'
import type { LineEnds } from './agent-link.ts'

export type Admission =
  /** `key` only when the agent has just joined. */
  | { readonly isAdmitted: true; readonly agentId: string; readonly key?: string | undefined }
  | { readonly isAdmitted: false; readonly reason: RefusalReason }
/** Sent to the agent, which drops its key on `unknownAgent` and joins anew if it has a token. */
export type RefusalReason =
  | 'unknownAgent'
  | 'wrongKey'
  | 'wrongToken'
  | 'tokenUsedUp'
  | 'nothingGiven'
  | 'revoked'

export interface AdmissionService {
  admit(hello: Hello, ends?: LineEnds): Promise<Admission>
  /** For requests outside the link. */
  isAgent(agentId: string, key: string): Promise<boolean>
  /** The agent has stored the new key with this hash. */
  keyRenewed(agentId: string, keyHash: string): Promise<void>
}
