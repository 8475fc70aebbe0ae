/** Loop → a loop controller. */
import { controller, type StepWriter } from './step-writer.ts'

export const loopXml: StepWriter<'loop'> = written => {
  const { step, writer } = written
  return controller(written, 'LoopControlPanel', { 'LoopController.loops': writer.text(step, step.count) })
}
