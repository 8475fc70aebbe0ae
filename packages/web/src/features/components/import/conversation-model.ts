/** Which conversations of a packet capture are shown, and how choosing them chooses their requests; pure. */
import type { Conversation, ConversationProtocol, Endpoint } from '@pone/recording/model/conversation.ts'
import type { PreviewRow } from './recording-model.ts'

export interface ConversationFilter {
  /** Part of an address of either end; '' for all. */
  readonly address: string
  /** Of either end; '' for all. */
  readonly port: string
  readonly protocol: ConversationProtocol | ''
}

export const allConversations: ConversationFilter = { address: '', port: '', protocol: '' }

export function conversationsWith(
  conversations: readonly Conversation[],
  { address, port, protocol }: ConversationFilter,
): Conversation[] {
  const wanted = address.trim().toLowerCase()
  const wantedPort = port.trim()
  return conversations.filter(
    ({ client, server, protocol: spoken }) =>
      (protocol === '' || spoken === protocol) &&
      (wanted === '' || [client, server].some(end => end.address.includes(wanted))) &&
      (wantedPort === '' || [client, server].some(end => String(end.port) === wantedPort)),
  )
}

/** Those of which a request is chosen, by their indexes. */
export const chosenConversations = (
  conversations: readonly Conversation[],
  chosen: ReadonlySet<number>,
): number[] =>
  conversations.filter(({ exchanges }) => exchanges.some(at => chosen.has(at))).map(({ index }) => index)

/** The choice of requests once these conversations are chosen: of those that are new, what is imported by default, else everything. */
export function withConversations(
  conversations: readonly Conversation[],
  wanted: ReadonlySet<number>,
  { rows, chosen }: { readonly rows: readonly PreviewRow[]; readonly chosen: ReadonlySet<number> },
): ReadonlySet<number> {
  const next = new Set(chosen)
  for (const { index, exchanges } of conversations) {
    const isChosen = exchanges.some(at => chosen.has(at))
    if (isChosen === wanted.has(index)) continue
    const usual = exchanges.filter(at => rows[at]?.aside === null)
    if (isChosen) for (const at of exchanges) next.delete(at)
    else for (const at of usual.length > 0 ? usual : exchanges) next.add(at)
  }
  return next
}

export const endpointText = ({ address, port }: Endpoint): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
