/** All monitor types, built-in and own, for whoever asks by what a monitor names: the one place where they are looked up. */
import { readOwnType } from '@pone/monitors/own/stored-type.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { MonitorTypeRepository } from './monitor-type.repository.ts'

/** How a monitor names its type; the version is null of a built-in one. */
export interface TypeRef {
  readonly type: string
  readonly type_version: number | null
}

export type TypeOf = (ref: TypeRef) => MonitorType | undefined

export interface MonitorTypes {
  /** A lookup that knows the types of these rows; `within` a transaction they are read in it, not by another connection. */
  of(refs: readonly TypeRef[], within?: Database): Promise<TypeOf>
  /** What a new monitor of this name gets; undefined for none, or one that is not active. */
  newest(name: string): Promise<{ readonly type: MonitorType; readonly version: number | null } | undefined>
}

/** Definitions that are kept; each is some 10 to 500 KB. */
const maxKept = 200

/** Only of what comes with the product. */
export const builtInTypes: MonitorTypes = {
  of: () => Promise.resolve(({ type }) => monitorTypeOf(type)),
  newest: name => {
    const type = monitorTypeOf(name)
    return Promise.resolve(type && { type, version: null })
  },
}

/** A version never changes, so what was read once stays right on every server. */
export function createMonitorTypes(
  repository: Pick<MonitorTypeRepository, 'definitions' | 'newest'>,
): MonitorTypes {
  const known = new Map<string, MonitorType>()
  const keyOf = (name: string, version: number) => `${name}@${version}`
  const load = async (refs: readonly TypeRef[], within?: Database): Promise<void> => {
    const missing = new Map<string, { name: string; version: number }>()
    for (const { type: name, type_version: version } of refs) {
      if (version === null) continue
      const key = keyOf(name, version)
      if (!known.has(key)) missing.set(key, { name, version })
    }
    if (missing.size === 0) return
    if (known.size + missing.size > maxKept) known.clear()
    for (const { name, version, definition } of await repository.definitions([...missing.values()], within)) {
      const read = readOwnType(definition)
      // Of a type that this version of the product does not understand, or refuses, nothing is collected or shown.
      if (read !== undefined) known.set(keyOf(name, version), read)
    }
  }
  return {
    of: async (refs, within) => {
      await load(refs, within)
      // What is asked for later may push out what this lookup needs.
      const used = new Map(
        refs.flatMap(({ type, type_version: version }) => {
          const found = version === null ? undefined : known.get(keyOf(type, version))
          return found === undefined ? [] : [[keyOf(type, version ?? 0), found] as const]
        }),
      )
      return ({ type, type_version: version }) =>
        version === null ? monitorTypeOf(type) : used.get(keyOf(type, version))
    },
    newest: async name => {
      const builtIn = monitorTypeOf(name)
      if (builtIn !== undefined) return { type: builtIn, version: null }
      const version = await repository.newest(name)
      if (version === undefined) return undefined
      await load([{ type: name, type_version: version }])
      const type = known.get(keyOf(name, version))
      return type && { type, version }
    },
  }
}
