/** Load model "constant": climbs evenly to N, stays there until T or until every user has done its loops. */
import type { LoadModel } from '../scenario/scenario.ts'
import { type LoadModelDefinition, type LoadProblem, loadProblem } from './load-model.ts'

type Constant = Extract<LoadModel, { kind: 'constant' }>

export const constant: LoadModelDefinition<Constant> = {
  title: { zh: '恒定负载', en: 'Constant' },
  description: {
    zh: '在爬坡时间内匀速加到目标值，之后保持不变',
    en: 'Increases linearly to the target during the ramp-up, then stays constant',
  },
  targetAt(model, elapsedMs) {
    const duration = constant.plannedDurationMs(model)
    if (elapsedMs < 0 || (duration !== null && elapsedMs >= duration)) return 0
    const rampUpMs = model.rampUpSeconds * 1_000
    return elapsedMs >= rampUpMs ? model.users : (model.users * elapsedMs) / rampUpMs
  },
  plannedDurationMs(model) {
    return model.loops > 0 && model.durationSeconds === 0 ? null : model.durationSeconds * 1_000
  },
  rampUpEndMs(model) {
    return model.rampUpSeconds * 1_000
  },
  peak(model) {
    if (model.durationSeconds > 0 && model.durationSeconds < model.rampUpSeconds) {
      return (model.users * model.durationSeconds) / model.rampUpSeconds
    }
    return model.users
  },
  bendsMs(model) {
    const duration = constant.plannedDurationMs(model)
    return duration === null ? [model.rampUpSeconds * 1_000] : [model.rampUpSeconds * 1_000, duration]
  },
  problemsOf(model) {
    const problems: LoadProblem[] = []
    if (model.loops === 0 && model.durationSeconds === 0) {
      problems.push(
        loadProblem('durationSeconds', 'endless', {
          zh: '持续时间和循环次数至少填写一项，否则执行不会结束',
          en: 'Enter a duration or a number of loops; otherwise the run never ends',
        }),
      )
    }
    if (model.durationSeconds > 0 && model.rampUpSeconds > model.durationSeconds) {
      problems.push(
        loadProblem(
          'rampUpSeconds',
          'rampUpTooLong',
          {
            zh: '爬坡时间不能超过持续时间（{limit} 秒）',
            en: 'The ramp-up must not be longer than the duration ({limit} s)',
          },
          { limit: model.durationSeconds },
        ),
      )
    }
    return problems
  },
}
