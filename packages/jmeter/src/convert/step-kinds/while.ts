/** While → a while controller. */
import { conditionText } from './condition-text.ts'
import { controller, type StepWriter } from './step-writer.ts'

export const whileXml: StepWriter<'while'> = written =>
  controller(written, 'WhileControllerGui', {
    'WhileController.condition': conditionText(written.step, written.writer),
  })
