/** For each → a ForEach controller, which reads numbered variables. */
import { controller, placeOf, type StepWriter } from './step-writer.ts'

export const forEachXml: StepWriter<'forEach'> = written => {
  const { step, writer } = written
  const items = /^\$\{([\w.]+)\}$/.exec(step.items)?.[1] ?? ''
  writer.left.add(placeOf(step), items === '' ? 'groupKept' : 'forEach', { name: items })
  return controller(written, 'ForeachControlPanel', {
    'ForeachController.inputVal': items,
    'ForeachController.returnVal': step.variable,
  })
}
