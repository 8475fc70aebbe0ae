/** The agent as a whole: joins the server, and passes each command once to the family it belongs to. */

import { randomUUID } from 'node:crypto'
import type { FamilyCommand, Hello, LinkFamily } from '@pone/contract/link/messages.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Families } from './families.ts'
import type { Identity, IdentityStore } from './identity.ts'
import { createCommandMemory } from './link/command-memory.ts'
import type { Welcome } from './link/connection.ts'
import { createEpochGuard } from './link/epoch-guard.ts'
import type { Link } from './link/link.ts'
import { refusalText } from './link/refusal-text.ts'
import type { ServerAddresses } from './link/server-addresses.ts'
import { type Log } from './log.ts'
import { readMachineFacts } from './machine/status.ts'
import type { Settings } from './settings.ts'

/** Events that the process that started the agent may use. */
export type AgentEvent =
  | { readonly event: 'connected'; readonly agentId: string }
  | { readonly event: 'refused'; readonly reason: string }
  | { readonly event: 'fatal'; readonly message: string }

export interface AgentOptions {
  readonly settings: Pick<Settings, 'name' | 'joinToken'>
  readonly version: string
  readonly servers: ServerAddresses
  readonly identities: IdentityStore
  /** Shared with the parts that send the key; initially what the store contained. */
  readonly own: { identity: Identity | null }
  readonly link: Link
  readonly families: Families
  readonly onEvent: (event: AgentEvent) => void
  /** The first join of this agent was refused, and another attempt would be refused too. */
  readonly onShutOut: (reason: string) => void
  readonly log: Log
}

export class Agent {
  readonly #options: AgentOptions
  /** A new one per process, so that the server detects a restart. */
  readonly #incarnation = randomUUID()
  readonly #isFirstJoin: boolean
  readonly #isNew = createCommandMemory()
  readonly #isCurrentEpoch = createEpochGuard()

  constructor(options: AgentOptions) {
    this.#options = options
    this.#isFirstJoin = options.own.identity === null
  }

  /** Resumes the work of an earlier process, and connects until `close`. */
  async start(): Promise<void> {
    const { families, link } = this.#options
    await families.start()
    link.open({
      hello: async () => this.#hello(),
      welcome: message => this.#welcomed(message),
      refused: reason => this.#refused(reason),
      opened: () => this.#opened(),
      message: command => this.#handle(command),
    })
  }

  /** Ends running work within `leaveMs`, and closes the connection. */
  async stop({ drainMs, leaveMs }: { drainMs: number; leaveMs: number }): Promise<void> {
    const { families, link } = this.#options
    const { promise: isOver, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, leaveMs)
    await Promise.race([families.stop({ drainMs }), isOver])
    clearTimeout(timer)
    link.close()
    families.end()
  }

  #hello(): Hello {
    const { settings, version, own, families } = this.#options
    return {
      kind: 'hello',
      ...(own.identity === null ? { token: settings.joinToken } : own.identity),
      name: settings.name,
      ...readMachineFacts(),
      version,
      incarnation: this.#incarnation,
      runs: [],
      ...families.greeting(),
    }
  }

  async #welcomed({ agentId, key }: Welcome): Promise<void> {
    const { own, identities, servers, onEvent, log } = this.#options
    if (key !== undefined) {
      own.identity = { agentId, key }
      await identities.write(own.identity)
    }
    log(`connected to ${servers.current} as ${agentId}`)
    onEvent({ event: 'connected', agentId })
  }

  async #refused(reason: string): Promise<void> {
    const { settings, own, identities, families, onEvent, onShutOut, log } = this.#options
    log(`the server refuses this agent: ${refusalText(reason)}`)
    onEvent({ event: 'refused', reason })
    if (this.#isFirstJoin && own.identity === null) onShutOut(reason)
    if (reason === 'revoked') await families.shutOut('revoked')
    // The server does not know this identity (e.g. after a new database); with a token the agent can join again.
    if (reason === 'unknownAgent' && settings.joinToken !== undefined) {
      await families.shutOut('unknown')
      own.identity = null
      await identities.forget()
    }
  }

  #opened(): void {
    const { families, log } = this.#options
    families
      .connected()
      .catch((cause: unknown) => log(`not all could be reported again: ${errorText(cause)}`))
  }

  #handle(command: FamilyCommand<LinkFamily> & { epoch?: number | undefined }): void {
    const { families, link, log } = this.#options
    const isCurrent = this.#isCurrentEpoch(command)
    if ('id' in command) {
      link.send({ kind: 'received', id: command.id })
      if (!this.#isNew(command.id)) return
    }
    if (!isCurrent) return
    families.handle(command).catch((cause: unknown) => log(`${command.kind} failed: ${errorText(cause)}`))
  }
}
