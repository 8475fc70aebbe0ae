/** If → an if controller. */
import { conditionText } from './condition-text.ts'
import { controller, type StepWriter } from './step-writer.ts'

export const ifXml: StepWriter<'if'> = written =>
  controller(written, 'IfControllerPanel', {
    'IfController.condition': conditionText(written.step, written.writer),
  })
