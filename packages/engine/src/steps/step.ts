/** What compiled steps are to each other: how they run, where they lead, and what they are compiled with. */

import type { LogLine } from '@pone/contract/entities/run.ts'
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import type { Transport } from '@pone/protocols/http/exchange.ts'
import type { Layer } from '@pone/protocols/http/layer.ts'
import type { LabelledStep } from '../observer.ts'
import type { ScriptHost } from '../scripts/script-host.ts'
import type { Template } from '../templates.ts'
import type { VirtualUser } from '../virtual-user.ts'

/** Where a step leads: on, to the user's next iteration, to its end, to the end of the test, or nowhere because the run stops. */
export type Flow = 'next' | 'nextLoop' | 'stopUser' | 'stopTest' | 'halt'

export interface CompiledStep {
  /** Never rejects: faults are outcomes. Synchronous steps answer at once. */
  run(user: VirtualUser): Flow | Promise<Flow>
}

/** What requests of the component that authenticate by more than a header pass. */
export interface AuthLayers {
  readonly digest: Layer
  readonly clientCredentials: Layer
}

/** A file on this machine's disk. */
export interface BodyFile {
  readonly path: string
  readonly sizeBytes: number
}

/** What a step is compiled with; one per component. */
export interface CompileContext {
  /** Name of the component. */
  readonly component: string
  readonly settings: RunSettings
  readonly baseUrl: Template
  /** How all requests of the component make and keep their connections. */
  readonly transport: Transport
  readonly authLayers: AuthLayers
  /** A file that bodies of requests are made of. @throws Error when it is missing */
  bodyFile(fileId: string): BodyFile
  /** Headers put on every request that does not set them itself. */
  readonly extraHeaders: readonly (readonly [name: string, value: string])[]
  /** Some script reads answers, so bodies are kept. */
  readonly keepsResponses: boolean
  readonly scripts: ScriptHost
  /** Transaction around the step. */
  readonly enclosing: LabelledStep
  labelled(step: Step): LabelledStep
  template(text: string): Template
  compileSteps(steps: readonly Step[], context: CompileContext): CompiledStep
  log(level: LogLine['level'], message: string): void
}
