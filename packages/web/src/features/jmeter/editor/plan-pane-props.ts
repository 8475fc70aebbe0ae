/** Properties of the views of a plan. */
import type { JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import type { ComponentType, ReactNode } from 'react'

/** Standalone execution, implemented in another feature. */
export type TrialView = ComponentType<{
  readonly componentId: string
  /** Whether the user may not run it. */
  readonly isOff: boolean
  /** Passes the plan as it is on the screen to `use`, or shows why there is none to run. */
  readonly withPlan: (use: (plan: File) => void) => void
  readonly children: (parts: {
    readonly button: ReactNode
    readonly dock: ReactNode
    /** Runs this plan instead. */
    readonly run: (plan: File) => void
  }) => ReactNode
}>

export interface PlanPaneProps {
  readonly Trial: TrialView
  readonly nodes: readonly JmeterComponentNode[]
  readonly node: JmeterComponentNode
  readonly isCatalogueFolded: boolean
  readonly onFoldCatalogue: (isFolded: boolean) => void
  readonly onOpen: (id: string) => void
}
