/** Think time → a pause; a random one is a pause with a timer below it. */
import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import { pauseFor, type StepWriter } from './step-writer.ts'

export const thinkTimeXml: StepWriter<'thinkTime'> = ({ step, writer }) => {
  const name = labelNameOf(step)
  if (step.distribution === 'fixed') {
    const values = { 'ActionProcessor.duration': String(step.durationMs) }
    return [writer.element('TestActionGui', name, { isEnabled: step.enabled, values })]
  }
  const isNormal = step.distribution === 'normal'
  const range = isNormal ? step.spreadMs : Math.max(0, step.spreadMs - step.durationMs)
  const values = { 'ConstantTimer.delay': String(step.durationMs), 'RandomTimer.range': String(range) }
  const timer = isNormal ? 'GaussianRandomTimerGui' : 'UniformRandomTimerGui'
  return pauseFor({ step, writer }, writer.element(timer, name, { values }))
}
