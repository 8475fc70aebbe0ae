/** Puts the gate into a plan: a property of its first thread group that JMeter cannot read before the run's start. */
import { CauseError } from '@pone/contract/told-cause.ts'
import { setProperties } from '../jmx/edit-properties.ts'
import { propertyValue, readPlan } from '../jmx/plan.ts'
import { jmxProblemText } from '../jmx/problem.ts'
import { reason } from '../load/reason.ts'
import { loadGroups, setUpGroups } from '../load/thread-group.ts'
import { gateProperty, gateValue } from '../process/gate.ts'

export interface GatedPlan {
  readonly text: string
  /** Original value of the property. */
  readonly content: string
  /** Its set-up groups run before the gate. */
  readonly hasSetUp: boolean
}

/** The plan with the gate in front of its load; the gate is a file beside it with that name. @throws Error with a sentence for the user when no part of it has load */
export function gatedPlan(text: string, gateName: string): GatedPlan {
  const read = readPlan(text)
  if (!read.ok) throw new CauseError('planUnreadable', { reason: jmxProblemText(read.problem) })
  const [first] = loadGroups(read.plan)
  if (first === undefined) throw new CauseError('planUnreadable', { reason: reason('noGroups').text })
  const content = propertyValue(first, [gateProperty]) || 'continue'
  const edited = setProperties(read.plan, [
    { key: first.key, path: [gateProperty], value: gateValue(gateName) },
  ])
  if (!edited.ok) throw new CauseError('planUnreadable', { reason: jmxProblemText(edited.problem) })
  return { text: edited.plan.text, content, hasSetUp: setUpGroups(read.plan).length > 0 }
}
