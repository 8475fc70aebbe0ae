/** The plan that this machine's JMeter runs: the component's, with the load and the share that are this machine's. */
import type { PrepareCommand } from '@pone/engine/worker/serve.ts'
import { isActive, type JmxPlan, propertyValue, readPlan } from '../jmx/plan.ts'
import { jmxProblemText } from '../jmx/problem.ts'
import { withNamedFiles } from '../process/plan-files.ts'

export interface MachinePlan {
  readonly text: string
  /** Requests stand inside the samples of transactions, so the log of rows has to hold them. */
  readonly needsSubSamples: boolean
}

/** @throws Error with a sentence for people when the plan cannot be read, or the load cannot be mapped to it */
export function machinePlan(command: PrepareCommand, index: number): MachinePlan {
  const component = command.plan.jmeter?.components[index]
  if (component === undefined) throw new Error('the plan has no JMeter component')
  const read = readPlan(component.text)
  if (!read.ok) throw new Error(`${component.name}: ${jmxProblemText(read.problem).en}`)
  const plan = withNamedFiles(
    read.plan,
    component.files.map(file => file.name),
  )
  return { text: plan.text, needsSubSamples: hasMergedTransactions(plan) }
}

/** Whether a transaction controller makes one sample of all that is in it. */
const hasMergedTransactions = (plan: JmxPlan): boolean =>
  [...plan.nodes.values()].some(
    node =>
      node.testclass === 'TransactionController' &&
      isActive(plan, node) &&
      propertyValue(node, ['TransactionController.parent']) === 'true',
  )
