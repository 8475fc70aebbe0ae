/** What operations on messages need of an open connection, whatever carries it. */
import type { Fault } from '../connect/fault.ts'
import type { OperationContext } from '../protocol.ts'
import type { Inbox, InboxMessage } from './inbox.ts'

/** Who waits for what arrives; `onClosed` at most once, nothing after it. */
export interface MessageListener {
  /** True: the message was meant for it and goes no further. */
  onMessage(message: InboxMessage): boolean
  onClosed(): void
}

export interface MessageConnection {
  readonly inbox: Inbox
  /** That used it last: messages are counted under it, also those that come afterwards. */
  operation: OperationContext
  readonly isOpen: boolean
  /** What fails for want of it, once it is no longer open. */
  readonly loss: Fault
  /** Who is told of messages before they go into the inbox; null = nobody. */
  listen(listener: MessageListener | null): void
  /** Hands a message over; `onSent` with what went wrong, or null when the network has taken it. */
  send(data: string | Buffer, onSent: (fault: Fault | null) => void): void
  /** Ends it at once, without a word to anybody. */
  destroy(): void
}
