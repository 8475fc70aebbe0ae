/** The families of messages that this agent handles, a line each, and the composition of all of them. */
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import type { FamilyCommand, Hello, LinkFamily } from '@pone/contract/link/messages.ts'
import { createDebugFamily } from './debug/family.ts'
import type { AgentFamily, AllFamilies, FamilyContext, StopOptions } from './family.ts'
import { createKeysFamily } from './keys/family.ts'
import { createMachineFamily } from './machine/family.ts'
import { createMonitorsFamily } from './monitors/family.ts'
import { createProfilesFamily } from './profiles/family.ts'
import { createQueriesFamily } from './queries/family.ts'
import { createRecordingsFamily } from './recordings/family.ts'
import { createRunsFamily } from './runs/family.ts'
import { createToolsFamily } from './tools/family.ts'
import { createUpgradeFamily } from './upgrade/family.ts'

const creators = {
  machine: createMachineFamily,
  runs: createRunsFamily,
  debug: createDebugFamily,
  tools: createToolsFamily,
  queries: createQueriesFamily,
  upgrade: createUpgradeFamily,
  keys: createKeysFamily,
  monitors: createMonitorsFamily,
  profiles: createProfilesFamily,
  recordings: createRecordingsFamily,
} satisfies { readonly [F in LinkFamily]: (context: FamilyContext) => AgentFamily<F> }

type Command = FamilyCommand<LinkFamily>
type Handler = (command: Command) => void | Promise<void>
type Hooks = Omit<AgentFamily<LinkFamily>, 'handlers'>

export class Families implements AllFamilies {
  readonly #families: readonly Hooks[]
  readonly #handlers: ReadonlyMap<string, Handler>

  constructor(shared: Omit<FamilyContext, 'all'>) {
    const context = { ...shared, all: this }
    const families = Object.values(creators).map(create => create(context))
    this.#families = families
    // A handler accepts only the commands of its own kind; the map is read by that kind.
    this.#handlers = new Map(
      families.flatMap(({ handlers }) => Object.entries(handlers) as [string, Handler][]),
    )
  }

  async handle(command: Command): Promise<void> {
    await this.#handlers.get(command.kind)?.(command)
  }

  /** One after the other: later families may use what earlier ones have resumed. */
  async start(): Promise<void> {
    for (const family of this.#families) await family.start?.()
  }

  greeting(): Partial<Hello> {
    return Object.assign({}, ...this.#families.map(family => family.greeting?.()))
  }

  async status(): Promise<Partial<AgentStatus>> {
    return Object.assign({}, ...(await Promise.all(this.#families.map(async family => family.status?.()))))
  }

  async connected(): Promise<void> {
    await Promise.all(this.#families.map(async family => family.connected?.()))
  }

  async shutOut(why: 'revoked' | 'unknown'): Promise<void> {
    for (const family of this.#families) await family.shutOut?.(why)
  }

  isBusy(): boolean {
    return this.#families.some(family => family.isBusy?.() ?? false)
  }

  runBegins(): void {
    for (const family of this.#families) family.runBegins?.()
  }

  async stop(how: StopOptions): Promise<void> {
    await Promise.all(this.#families.map(async family => family.stop?.(how)))
  }

  end(): void {
    for (const family of this.#families) family.end?.()
  }
}
