/** Rendezvous → a synchronizing timer. */
import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import { pauseFor, type StepWriter } from './step-writer.ts'

export const rendezvousXml: StepWriter<'rendezvous'> = ({ step, writer }) => {
  const groupSize = step.gather === 'users' ? step.quantity : 0
  const values = { groupSize: String(groupSize), timeoutInMs: String(step.timeoutSeconds * 1_000) }
  return pauseFor({ step, writer }, writer.element('SyncTimer', labelNameOf(step), { values }))
}
