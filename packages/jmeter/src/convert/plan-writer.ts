/** The functions with which the parts of a component are written into a plan. */
import type { TcpOperationOf } from '@pone/protocols/tcp/definition/operation.ts'
import type { ElementContent } from '../elements/default-xml.ts'
import type { LeftList } from './left.ts'

export interface PlanWriter {
  readonly left: LeftList
  /** By the ids of the component's steps over TCP. */
  readonly tcp: ReadonlyMap<string, TcpUse>
  /** A template as JMeter's text; parts without a counterpart are reported for `step`. */
  readonly text: (step: Named, template: string) => string
  /** An element of the registry with those below it, which are given as their XML. */
  readonly element: (id: string, name: string, content?: ElementContent, below?: readonly string[]) => string
}

/** The TCP connection of a step, which JMeter has in the sampler. */
export interface TcpUse {
  /** The step that opens it; undefined if none does before. */
  readonly connect: TcpOperationOf<'connect'> | undefined
  /** Opened once, and kept as long as the user. */
  readonly isKept: boolean
  /** It is the last request over it, and is always done after the others; of a step that closes: it has such a request. */
  closes: boolean
}

export interface Named {
  readonly id: string
  readonly name: string
}
