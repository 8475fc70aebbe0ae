/** What each module receives and returns, and how all modules are combined. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { FileStore } from '../adapters/files/file-store.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import type { NoticeSource } from './notices.ts'

/** External resources, created once. */
export interface ModuleBase {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  /** Folder of stored files; shared by all servers on the database. */
  readonly files: FileStore
  readonly fileFolder: string
  /** Temporary folder of uploads, best on the same disk. */
  readonly uploadFolder: string
  /** Reports a failure that no caller waits for. */
  readonly onFailure: (what: string, cause: unknown) => void
  readonly warn: (text: string, cause?: unknown) => void
}

export interface ServerModule {
  /** Handlers of calls, by module and name in the registry of calls. */
  readonly handlers: Readonly<Record<string, object>>
  /** Functions for other modules, the start of the server and tests. */
  readonly services: object
  /** Conditions for the administrators' home page. */
  readonly notices?: readonly NoticeSource[] | undefined
  /** Restores the state of an earlier server process, and starts periodic work; called before the server listens. */
  start?(): Promise<void> | void
  /** Hands over work on machines while their link is still open, so that another server continues it. */
  leave?(): Promise<void>
  /** Stops periodic work; work on machines continues. */
  close?(): Promise<void>
}

/** The intersection of all members of a union. */
type All<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never

/** Handlers and services of all modules; the types are exact, so that a missing handler is a compile error. */
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
    /** Modules are closed in reverse order. */
    close: async (): Promise<void> => {
      for (const module of modules.toReversed()) await module.close?.()
    },
  }
}
