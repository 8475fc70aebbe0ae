/** The engines as options of a form. */
import { type Engine, engineNames } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'

export const engineOptions: { value: Engine; label: string }[] = engineNames.map(value => ({
  value,
  label: engines[value].displayName,
}))
