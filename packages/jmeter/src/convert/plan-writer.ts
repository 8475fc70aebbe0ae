/** What the parts of a component are written into a plan with. */
import type { ElementContent } from '../elements/default-xml.ts'
import type { LeftList } from './left.ts'

export interface PlanWriter {
  readonly left: LeftList
  /** A template as JMeter's text; `step` is told what has no counterpart. */
  readonly text: (step: Named, template: string) => string
  /** An element of the registry with those below it, which come as their XML. */
  readonly element: (id: string, name: string, content?: ElementContent, below?: readonly string[]) => string
}

export interface Named {
  readonly id: string
  readonly name: string
}
