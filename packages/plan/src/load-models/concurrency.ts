/** Load model "concurrency": all users begin an iteration at the same moment, round after round. */
import type { LoadModel } from '../scenario/scenario.ts'
import { type LoadModelDefinition, loadProblem } from './load-model.ts'

type Concurrency = Extract<LoadModel, { kind: 'concurrency' }>

export const concurrency: LoadModelDefinition<Concurrency> = {
  title: { zh: '并发负载', en: 'Concurrency' },
  description: {
    zh: '所有用户集合后同时开始一轮，全部完成或集合超时后进入下一轮',
    en: 'All users start a round together; the next round starts when all have finished or the gather time-out has elapsed',
  },
  targetAt(model, elapsedMs) {
    const duration = concurrency.plannedDurationMs(model)
    return elapsedMs < 0 || (duration !== null && elapsedMs >= duration) ? 0 : model.users
  },
  plannedDurationMs(model) {
    return model.rounds > 0 && model.durationSeconds === 0 ? null : model.durationSeconds * 1_000
  },
  rampUpEndMs() {
    return 0
  },
  peak(model) {
    return model.users
  },
  bendsMs(model) {
    const duration = concurrency.plannedDurationMs(model)
    return duration === null ? [] : [duration]
  },
  problemsOf(model) {
    if (model.rounds > 0 || model.durationSeconds > 0) return []
    return [
      loadProblem('rounds', 'endless', {
        zh: '轮数和持续时间至少填写一项，否则执行不会结束',
        en: 'Enter a number of rounds or a duration; otherwise the run never ends',
      }),
    ]
  },
}
