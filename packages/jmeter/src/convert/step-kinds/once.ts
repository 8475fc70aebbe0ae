/** Once → a once-only controller. */
import { controller, type StepWriter } from './step-writer.ts'

export const onceXml: StepWriter<'once'> = written => controller(written, 'OnceOnlyControllerGui')
