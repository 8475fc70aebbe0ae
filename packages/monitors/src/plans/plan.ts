/** How a target would execute an operation: a tree as a list of nodes with their depth. Browser-safe. */

export interface PlanNode {
  readonly depth: number
  readonly title: string
  readonly object: string
  /** In the unit of the target's optimiser. */
  readonly cost: number | null
  readonly rows: number | null
  readonly details: readonly { readonly name: string; readonly value: string }[]
}

export interface ExecutionPlan {
  readonly nodes: readonly PlanNode[]
  /** Whether it stands for all values of the parameters. */
  readonly isGeneric: boolean
}

/** A statement as the target knows it, with its literals; it stays on the agent. */
export interface SampleStatement {
  readonly text: string
  readonly database: string
  readonly account: string
  /** What finds the plan that the target keeps of the statement, in words of its dialect. */
  readonly plan?: string
}

/** Why an operation has no plan although the target answers. */
export class NoPlan extends Error {
  readonly fault: 'notSupported' | 'notReadOnly' | 'noSample' | 'notFound'

  constructor(fault: NoPlan['fault']) {
    super(fault)
    this.name = 'NoPlan'
    this.fault = fault
  }
}

export const maxPlanNodes = 500
const maxDepth = 100
const maxDetails = 20

/** Makes a node within its bounds; undefined for one that is too deep. */
export const planNode = (node: PlanNode): PlanNode | undefined =>
  node.depth > maxDepth
    ? undefined
    : {
        ...node,
        title: node.title.slice(0, 200),
        object: node.object.slice(0, 400),
        details: node.details
          .slice(0, maxDetails)
          .map(({ name, value }) => ({ name: name.slice(0, 100), value: value.slice(0, 1_000) })),
      }
