/**
 * A compiled component: the data that its users read, and the steps that they run. `U` is the type of a user, which is
 * defined in a higher layer.
 */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { Template } from '@pone/protocols/protocol.ts'
import type { ComponentProtocols } from './component-protocols.ts'
import type { LabelledRequest } from './observer.ts'
import type { ParameterPool } from './parameters/parameter-pool.ts'
import type { Redactor } from './redactor.ts'

/**
 * What follows a step: the next step, the user's next iteration, its end, the end of the test, or nothing because the
 * run stops.
 */
export type Flow = 'next' | 'nextLoop' | 'stopUser' | 'stopTest' | 'halt'

/** A compiled step, or a sequence of them. */
export interface Executable<U> {
  /** Never rejects: faults are outcomes. Synchronous steps return directly. */
  run(user: U): Flow | Promise<Flow>
}

/** Source of a variable's value when nothing has set it. */
export interface ParameterColumn {
  /** Position in `pools`. */
  readonly pool: number
  readonly column: number
}

/** A variable that each new user starts with. */
export interface InitialVariable {
  readonly name: string
  readonly value: Template
}

export interface ComponentOf<U> {
  readonly name: string
  readonly document: ComponentDocument
  readonly body: Executable<U>
  /** Those that its steps use. */
  readonly protocols: ComponentProtocols
  /** By step id: what requests are counted under. */
  readonly requestSteps: ReadonlyMap<string, LabelledRequest>
  /** By step id: label for messages that arrive unrequested after it. */
  readonly pushedSteps: ReadonlyMap<string, LabelledRequest>
  readonly pools: readonly ParameterPool[]
  /** Positions in `pools` of those whose rows a user may have to wait for. */
  readonly waitedPools: readonly number[]
  readonly columns: ReadonlyMap<string, ParameterColumn>
  readonly variables: readonly InitialVariable[]
  /** Must be given the values that variables get later. */
  readonly redactor: Redactor
}
