/** A step of a component → controllers, samplers and pauses, with everything inside: a line per kind of step. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { Step, StepKind } from '@pone/plan/steps/registry.ts'
import { childrenOf } from '@pone/plan/steps/walk.ts'
import type { PlanWriter } from './plan-writer.ts'
import { forEachXml } from './step-kinds/for-each.ts'
import { ifXml } from './step-kinds/if.ts'
import { loopXml } from './step-kinds/loop.ts'
import { onceXml } from './step-kinds/once.ts'
import { percentageXml } from './step-kinds/percentage.ts'
import { randomXml } from './step-kinds/random.ts'
import { rendezvousXml } from './step-kinds/rendezvous.ts'
import { requestStepXml } from './step-kinds/request.ts'
import { leftOut, type StepToWrite, type StepWriter } from './step-kinds/step-writer.ts'
import { thinkTimeXml } from './step-kinds/think-time.ts'
import { transactionXml } from './step-kinds/transaction.ts'
import { weightedXml } from './step-kinds/weighted.ts'
import { whileXml } from './step-kinds/while.ts'

const writers: { readonly [K in StepKind]: StepWriter<K> } = {
  request: requestStepXml,
  script: leftOut,
  transaction: transactionXml,
  loop: loopXml,
  while: whileXml,
  forEach: forEachXml,
  if: ifXml,
  percentage: percentageXml,
  random: randomXml,
  weighted: weightedXml,
  once: onceXml,
  thinkTime: thinkTimeXml,
  pacing: leftOut,
  rendezvous: rendezvousXml,
}

/** The elements of the step; none for one that has no counterpart. */
export function stepXml(step: Step, document: ComponentDocument, writer: PlanWriter): string[] {
  const below = () => childrenOf(step).flatMap(child => stepXml(child, document, writer))
  // The registry maps each kind to its own writer, which TypeScript cannot infer.
  const write = writers[step.kind] as (written: StepToWrite<StepKind>) => string[]
  return write({ step, document, writer, below })
}
