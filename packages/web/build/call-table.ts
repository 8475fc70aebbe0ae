/** The calls as the browser's client needs them, without their schemas: path and fields of each, evaluated from the contract's registry when the pages are built. */

import type { Call } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { formFieldsOf } from '@pone/contract/form-codec.ts'
import type { Plugin } from 'vite'
import type { CallTable } from '../src/lib/call-table.ts'

const moduleName = 'virtual:call-table'

export function callTable(): Plugin {
  return {
    name: 'pone-call-table',
    resolveId: id => (id === moduleName ? `\0${id}` : null),
    load: id =>
      id === `\0${moduleName}` ? `export const callTable = ${JSON.stringify(makeCallTable())}` : null,
  }
}

const makeCallTable = (): CallTable =>
  mapValues(calls, module =>
    mapValues<Call, CallTable[string][string]>(module, ({ path, input }) => ({
      path,
      fields: formFieldsOf(input),
    })),
  )

const mapValues = <V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
