/** Load model "incremental": starts at s, adds d every i seconds up to M, holds M and ramps down. */
import type { LoadModel } from '../scenario/scenario.ts'
import { type LoadModelDefinition, loadProblem } from './load-model.ts'

type Incremental = Extract<LoadModel, { kind: 'incremental' }>

const stepsToMax = (model: Incremental) => Math.max(0, Math.ceil((model.max - model.start) / model.step))

export const incremental: LoadModelDefinition<Incremental> = {
  title: { zh: '递增负载', en: 'Incremental' },
  description: {
    zh: '从起始值开始，每隔一段时间增加一级，到最大值后保持，再逐步下降',
    en: 'Starts at the start value, increases step by step up to the maximum, holds it, then ramps down',
  },
  targetAt(model, elapsedMs) {
    if (elapsedMs < 0) return 0
    const holdEndMs = incremental.rampUpEndMs(model) + model.holdSeconds * 1_000
    if (elapsedMs < holdEndMs) {
      return Math.min(
        model.max,
        model.start + model.step * Math.floor(elapsedMs / (model.intervalSeconds * 1_000)),
      )
    }
    const rampDownMs = model.rampDownSeconds * 1_000
    if (elapsedMs >= holdEndMs + rampDownMs) return 0
    return model.max * (1 - (elapsedMs - holdEndMs) / rampDownMs)
  },
  plannedDurationMs(model) {
    return incremental.rampUpEndMs(model) + (model.holdSeconds + model.rampDownSeconds) * 1_000
  },
  rampUpEndMs(model) {
    return stepsToMax(model) * model.intervalSeconds * 1_000
  },
  peak(model) {
    return model.max
  },
  bendsMs(model, limit) {
    const steps = stepsToMax(model)
    const stride = Math.max(1, Math.ceil(steps / Math.max(1, limit - 2)))
    const bends: number[] = []
    for (let step = stride; step < steps; step += stride) bends.push(step * model.intervalSeconds * 1_000)
    const topMs = incremental.rampUpEndMs(model)
    bends.push(topMs, topMs + model.holdSeconds * 1_000)
    return bends
  },
  problemsOf(model) {
    if (model.max < model.start) {
      return [
        loadProblem(
          'max',
          'maxBelowStart',
          {
            zh: '最大值不能小于起始值 {start}',
            en: 'The maximum must not be less than the start value {start}',
          },
          { start: model.start },
        ),
      ]
    }
    if (incremental.plannedDurationMs(model) === 0) {
      return [
        loadProblem('holdSeconds', 'noDuration', {
          zh: '执行时间为 0，请填写保持时间',
          en: 'The duration would be 0 s. Enter a hold time',
        }),
      ]
    }
    return []
  },
}
