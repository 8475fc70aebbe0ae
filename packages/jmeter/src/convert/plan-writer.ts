/** The functions with which the parts of a component are written into a plan. */
import type { ElementContent } from '../elements/default-xml.ts'
import type { LeftList } from './left.ts'

export interface PlanWriter {
  readonly left: LeftList
  /** A template as JMeter's text; parts without a counterpart are reported for `step`. */
  readonly text: (step: Named, template: string) => string
  /** An element of the registry with those below it, which are given as their XML. */
  readonly element: (id: string, name: string, content?: ElementContent, below?: readonly string[]) => string
}

export interface Named {
  readonly id: string
  readonly name: string
}
