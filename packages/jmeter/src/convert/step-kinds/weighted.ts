/** Weighted choice → a random controller, which has no weights. */
import { controller, placeOf, type StepWriter } from './step-writer.ts'

export const weightedXml: StepWriter<'weighted'> = written => {
  const { step, writer } = written
  const weights = Object.values(step.weights).join(', ') || '1'
  writer.left.add(placeOf(step), 'detail', { name: 'weights', value: weights })
  return controller(written, 'RandomControlGui')
}
