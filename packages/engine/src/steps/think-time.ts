/** Think time: pauses the user as the step and the run-time settings define. */
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import type { CompileContext, CompiledStep } from './step.ts'

type ThinkTimeStep = Extract<Step, { kind: 'thinkTime' }>

function drawMs({ distribution, durationMs, spreadMs }: ThinkTimeStep): number {
  if (distribution === 'uniform') return durationMs + Math.random() * Math.max(0, spreadMs - durationMs)
  if (distribution === 'normal') {
    const gaussian = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
    return durationMs + gaussian * spreadMs
  }
  return durationMs
}

/** How long to pause, ms ≥ 0. */
export function pauseMs(step: ThinkTimeStep, settings: RunSettings): number {
  const { thinkTime, thinkTimeCapMs } = settings
  if (thinkTime.mode === 'ignore') return 0
  let ms = drawMs(step)
  if (thinkTime.mode === 'factor') ms *= thinkTime.factor
  if (thinkTime.mode === 'randomPercent') {
    ms *= (thinkTime.from + Math.random() * (thinkTime.to - thinkTime.from)) / 100
  }
  return Math.max(0, thinkTimeCapMs > 0 ? Math.min(ms, thinkTimeCapMs) : ms)
}

/** Compiles a think-time step. */
export function compileThinkTime(step: ThinkTimeStep, { settings }: CompileContext): CompiledStep {
  return {
    run(user) {
      const ms = pauseMs(step, settings)
      return ms === 0 ? 'next' : user.pause(ms).then(() => 'next' as const)
    },
  }
}
