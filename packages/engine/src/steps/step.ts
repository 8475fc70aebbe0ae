/** The contract of compiled steps: how they run, what follows them, and the context they are compiled with. */

import type { LogLine } from '@pone/contract/entities/run.ts'
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import type { Template } from '@pone/protocols/protocol.ts'
import type { Executable } from '../compiled-component.ts'
import type { ComponentProtocols } from '../component-protocols.ts'
import type { LabelledStep } from '../observer.ts'
import type { ScriptHost } from '../scripts/script-host.ts'
import type { VirtualUser } from '../virtual-user.ts'

export type CompiledStep = Executable<VirtualUser>

/** The context in which a step is compiled; one per component. */
export interface CompileContext {
  /** Name of the component. */
  readonly component: string
  readonly settings: RunSettings
  readonly protocols: ComponentProtocols
  /** Whether some script reads responses, so that bodies are kept. */
  readonly keepsResponses: boolean
  readonly scripts: ScriptHost
  /** Transaction around the step. */
  readonly enclosing: LabelledStep
  labelled(step: Step): LabelledStep
  template(text: string): Template
  compileSteps(steps: readonly Step[], context: CompileContext): CompiledStep
  log(level: LogLine['level'], message: string): void
}
