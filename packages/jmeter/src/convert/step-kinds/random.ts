/** Random choice → a random controller. */
import { controller, type StepWriter } from './step-writer.ts'

export const randomXml: StepWriter<'random'> = written => controller(written, 'RandomControlGui')
