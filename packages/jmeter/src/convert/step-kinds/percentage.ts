/** Percentage → a throughput controller. */
import { controller, type StepWriter } from './step-writer.ts'

export const percentageXml: StepWriter<'percentage'> = written =>
  controller(written, 'ThroughputControllerGui', {
    'ThroughputController.style': '1',
    'ThroughputController.percentThroughput': String(written.step.percentage),
  })
