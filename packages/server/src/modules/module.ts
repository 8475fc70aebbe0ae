/** What the server gives to each of its modules, what a module gives back, and how all of them are joined. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { FileStore } from '../adapters/files/file-store.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import type { NoticeSource } from './notices.ts'

/** The outside world, made once. */
export interface ModuleBase {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  /** Where stored files lie; all servers on the database share it. */
  readonly files: FileStore
  readonly fileFolder: string
  /** Temporary place of uploads, best on the same disk. */
  readonly uploadFolder: string
  /** A failure that nobody waits for. */
  readonly onFailure: (what: string, cause: unknown) => void
  readonly warn: (text: string, cause?: unknown) => void
}

export interface ServerModule {
  /** Handlers of calls, by module and name in the registry of calls. */
  readonly handlers: Readonly<Record<string, object>>
  /** What other modules, the start of the server and tests call. */
  readonly services: object
  /** Conditions for the administrators' home page. */
  readonly notices?: readonly NoticeSource[] | undefined
  /** Takes up what an earlier server left, and begins repeated work; before the server listens. */
  start?(): Promise<void> | void
  /** Gives up work on machines while their link is still open, so that another server goes on with it. */
  leave?(): Promise<void>
  /** Ends repeated work; what runs on machines goes on. */
  close?(): Promise<void>
}

/** Everything of each member of a union at once. */
type All<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never

/** Handlers and services of all modules; the types say what there is, so that a missing handler does not compile. */
export function joinModules<const M extends readonly ServerModule[]>(modules: M) {
  const handlers: Record<string, object> = {}
  for (const module of modules) {
    for (const [name, calls] of Object.entries(module.handlers)) {
      const twice = Object.keys(calls).find(call => Object.hasOwn(handlers[name] ?? {}, call))
      if (twice !== undefined) throw new Error(`two modules handle the call ${name}.${twice}`)
      handlers[name] = { ...handlers[name], ...calls }
    }
  }
  return {
    handlers: handlers as All<M[number]['handlers']>,
    services: Object.assign({}, ...modules.map(module => module.services)) as All<M[number]['services']>,
    notices: modules.flatMap(module => module.notices ?? []),
    start: async (): Promise<void> => {
      for (const module of modules) await module.start?.()
    },
    leave: async (): Promise<void> => {
      for (const module of modules) await module.leave?.()
    },
    /** The last made ends first. */
    close: async (): Promise<void> => {
      for (const module of modules.toReversed()) await module.close?.()
    },
  }
}
