/** What the pages of a plan are given. */
import type { JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import type { ComponentType, ReactNode } from 'react'

/** Standalone execution, which another feature has. */
export type TrialView = ComponentType<{
  readonly componentId: string
  /** Whether this person may not run it. */
  readonly isOff: boolean
  /** Gives the plan as it is on the screen, or says why there is none to run. */
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
