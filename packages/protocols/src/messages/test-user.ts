/** A user of a component with one protocol of messages, for tests of its client against real servers. */
import { join } from 'node:path'
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import { afterEach } from 'vitest'
import type { Network } from '../connect/network.ts'
import { UserNetwork } from '../connect/user-network.ts'
import { transportOf } from '../http/test-servers.ts'
import type { ComponentContext, Outcome, Protocol, Session } from '../protocol.ts'
import { SharedMemory } from '../wire/shared-memory.ts'
import { createWire } from '../wire/wire.ts'
import type { MessageOutcome } from './outcome.ts'

/** What a test may want different in a user. */
export interface UserChanges<Settings> {
  readonly settings?: Partial<Settings>
  readonly signal?: AbortSignal
  /** Where files of messages lie. */
  readonly folder?: string
  readonly network?: Partial<Network>
}

type MessageProtocol<
  Op extends object,
  Settings extends object,
  S extends Session,
  C extends object,
> = Protocol<Op, Settings, S, C, MessageOutcome>

/** Makes the harness of a client; call it once at the top of a test file. */
export function messageHarness<
  Op extends object,
  Settings extends object,
  S extends Session,
  C extends object,
>(client: MessageProtocol<Op, Settings, S, C>) {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  return {
    user: (changes: UserChanges<Settings> = {}) => newUser(client, cleanups, changes),
    /** Ends something after the test. */
    atEnd: (cleanup: () => unknown) => {
      cleanups.push(cleanup)
    },
  }
}

const contextOf = <Settings extends object>(
  settings: Settings,
  { folder = '', network = {} }: UserChanges<Settings>,
): ComponentContext<Settings> => ({
  component: 'c',
  settings,
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 5_000,
  network: transportOf(network),
  extraHeaders: [['x-pone-run', 'r1']],
  shared: new SharedMemory(),
  template: text => ({ constant: text, evaluate: () => text }),
  jsonText: (text, path) => {
    const value: unknown = Reflect.get(JSON.parse(text) as object, path.slice(2))
    return value === undefined ? undefined : JSON.stringify(value)
  },
  file: fileId => ({ path: join(folder, fileId), sizeBytes: 0 }),
})

const scope = {
  index: 0,
  iteration: 1,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: () => undefined,
}

function newUser<Op extends object, Settings extends object, S extends Session, C extends object>(
  client: MessageProtocol<Op, Settings, S, C>,
  cleanups: (() => unknown)[],
  changes: UserChanges<Settings>,
) {
  const { signal = new AbortController().signal, settings = {} } = changes
  const { definition } = client
  const begun: number[] = []
  const wire = createWire({ beforeFlush: total => begun.push(total) })
  cleanups.push(() => wire.close())
  const component = client.open(contextOf(definition.settings.schema.parse(settings), changes))
  const pushed: Outcome[] = []
  const measured: [stepId: string, index: number, value: number][] = []
  const session = component.openSession({
    index: 0,
    wire,
    network: new UserNetwork(0),
    push: (_operation, outcome) => pushed.push(outcome),
    measure: ({ stepId }, index, value) => measured.push([stepId, index, value]),
  })
  cleanups.push(() => session.close())
  const described: ExchangeContent[] = []
  /** Does one operation. */
  const run = async (op: object, stepId = 's'): Promise<MessageOutcome> => {
    const context = { stepId, wantsHeaders: true, wantsBody: true }
    const operation = component.compile(definition.operation.schema.parse(op), context)
    const call = operation.build(scope, true)
    return new Promise(resolve =>
      operation.send(call, session, signal, outcome => {
        described.push(operation.describe(call, outcome))
        resolve(outcome)
      }),
    )
  }
  /** Sum of a metric. */
  const sumOf = (wanted: number): number =>
    measured.reduce((sum, [, index, value]) => (index === wanted ? sum + value : sum), 0)
  return { wire, begun, session, pushed, measured, sumOf, described, run }
}
