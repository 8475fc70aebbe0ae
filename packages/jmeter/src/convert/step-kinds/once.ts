/** Once → a once-only controller; one that only opens TCP connections is nothing in JMeter, which opens them within requests. */
import { isOnlyWithinRequests } from '../tcp/connection-uses.ts'
import { controller, type StepWriter } from './step-writer.ts'

export const onceXml: StepWriter<'once'> = written =>
  isOnlyWithinRequests(written.step) ? written.below() : controller(written, 'OnceOnlyControllerGui')
