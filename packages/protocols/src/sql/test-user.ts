/** A virtual user as the engine would drive it: operations compiled, evaluated and sent one after the other, and what was begun counted. */
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import { UserNetwork } from '../connect/user-network.ts'
import type { ComponentContext, Scope, Template } from '../protocol.ts'
import { SharedMemory } from '../wire/shared-memory.ts'
import { createWire } from '../wire/wire.ts'
import { sqlClient } from './client.ts'
import { type SqlOperation, sqlOperationSchema } from './definition/operation.ts'
import type { SqlSettings } from './definition/settings.ts'
import type { SqlOutcome } from './outcome.ts'

const usual: ComponentContext['network'] = {
  verifyTls: false,
  serverName: '',
  secureContext: null,
  reusesTlsSessions: true,
  proxy: null,
  dns: 'cached',
  ipFamily: 0,
  hosts: new Map(),
  sourceAddresses: [],
  bandwidth: null,
}

/** `${name}` alone is understood. */
function templateOf(text: string): Template {
  return {
    constant: text.includes('${') ? null : text,
    evaluate: scope => text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => scope.valueOf(name) ?? whole),
  }
}

/** Users of one component in one process. */
export class TestComponent {
  readonly journalled: number[] = []
  readonly wire = createWire({ beforeFlush: total => void this.journalled.push(total) })
  readonly stop = new AbortController()
  readonly #shared = new SharedMemory()
  readonly #component = sqlClient.open(this.#context())
  #users = 0

  user(variables: Record<string, string> = {}) {
    const index = this.#users++
    const session = this.#component.openSession({
      index,
      wire: this.wire,
      network: new UserNetwork(index),
      push: () => undefined,
      measure: () => undefined,
    })
    const scope: Scope = {
      index,
      iteration: 1,
      counters: { own: 0, shared: { value: 0 } },
      properties: {},
      valueOf: name => variables[name],
    }
    let shown: ExchangeContent | null = null
    const run = (op: { kind: SqlOperation['kind'] } & Record<string, unknown>): Promise<SqlOutcome> => {
      const context = { stepId: 's', wantsHeaders: false, wantsBody: true }
      const compiled = this.#component.compile(sqlOperationSchema.parse(op), context)
      const call = compiled.build(scope, false)
      return new Promise(resolve => {
        compiled.send(call, session, this.stop.signal, outcome => {
          shown = compiled.describe(call, outcome)
          resolve(outcome)
        })
      })
    }
    /** What the debug view shows of the last operation. */
    return { session, run, show: () => shown }
  }

  close(): void {
    this.wire.close()
  }

  #context(): ComponentContext<SqlSettings> {
    return {
      component: 'test',
      settings: {},
      connectTimeoutMs: 10_000,
      responseTimeoutMs: 10_000,
      network: usual,
      extraHeaders: [],
      jsonText: () => undefined,
      template: templateOf,
      file: () => ({ path: '', sizeBytes: 0 }),
      shared: this.#shared,
    }
  }
}
