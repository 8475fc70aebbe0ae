/** Load model "surge": k cycles of T/k, each low first and then high for the peak time. */
import type { LoadModel } from '../scenario/scenario.ts'
import { type LoadModelDefinition, type LoadProblem, loadProblem } from './load-model.ts'

type Surge = Extract<LoadModel, { kind: 'surge' }>

export const surge: LoadModelDefinition<Surge> = {
  title: { zh: '尖峰负载', en: 'Surge' },
  description: {
    zh: '在低位与高位之间反复切换，检验系统承受突发流量和恢复的能力',
    en: 'Alternates between low and high load to test bursts and recovery',
  },
  targetAt(model, elapsedMs) {
    const durationMs = model.durationSeconds * 1_000
    if (elapsedMs < 0 || elapsedMs >= durationMs) return 0
    const cycleMs = durationMs / model.count
    const isHigh = elapsedMs % cycleMs >= cycleMs - model.peakSeconds * 1_000
    return isHigh ? model.max : model.min
  },
  plannedDurationMs(model) {
    return model.durationSeconds * 1_000
  },
  rampUpEndMs() {
    return 0
  },
  peak(model) {
    return Math.max(model.min, model.max)
  },
  bendsMs(model, limit) {
    const cycleMs = (model.durationSeconds * 1_000) / model.count
    const cycles = Math.min(model.count, Math.ceil(limit / 2))
    return Array.from({ length: cycles }, (_, cycle) => [
      (cycle + 1) * cycleMs - model.peakSeconds * 1_000,
      (cycle + 1) * cycleMs,
    ]).flat()
  },
  problemsOf(model) {
    const problems: LoadProblem[] = []
    const cycleSeconds = model.durationSeconds / model.count
    if (model.peakSeconds >= cycleSeconds) {
      problems.push(
        loadProblem(
          'peakSeconds',
          'peakTooLong',
          {
            zh: '峰值时间必须小于一个周期的时长（持续时间 ÷ 次数 = {limit} 秒）',
            en: 'The peak duration must be less than one cycle (duration ÷ number of peaks = {limit} s)',
          },
          { limit: Math.round(cycleSeconds * 100) / 100 },
        ),
      )
    }
    if (model.min >= model.max) {
      problems.push(
        loadProblem(
          'max',
          'maxNotAboveMin',
          { zh: '最大值必须大于最小值 {min}', en: 'The maximum must be greater than the minimum {min}' },
          { min: model.min },
        ),
      )
    }
    return problems
  },
}
