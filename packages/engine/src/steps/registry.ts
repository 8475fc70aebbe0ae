/** The step kinds, one line each: how a step of the document is compiled. */
import type { Step, StepKind } from '@pone/plan/steps/registry.ts'
import { compileForEach } from './for-each.ts'
import { compileIf } from './if.ts'
import { compileLoop } from './loop.ts'
import { compileOnce } from './once.ts'
import { compilePacing } from './pacing.ts'
import { compilePercentage } from './percentage.ts'
import { compileRandom } from './random.ts'
import { compileRendezvous } from './rendezvous.ts'
import { compileRequest } from './request.ts'
import { compileScriptStep } from './script.ts'
import { sequence } from './sequence.ts'
import type { CompileContext, CompiledStep } from './step.ts'
import { compileThinkTime } from './think-time.ts'
import { compileTransaction } from './transaction.ts'
import { compileWeighted } from './weighted.ts'
import { compileWhile } from './while.ts'

interface StepCompiler<S extends Step> {
  compile(step: S, context: CompileContext): CompiledStep
}

const compilers: { [K in StepKind]: StepCompiler<Extract<Step, { kind: K }>> } = {
  request: { compile: compileRequest },
  transaction: { compile: compileTransaction },
  loop: { compile: compileLoop },
  while: { compile: compileWhile },
  forEach: { compile: compileForEach },
  if: { compile: compileIf },
  percentage: { compile: compilePercentage },
  random: { compile: compileRandom },
  weighted: { compile: compileWeighted },
  once: { compile: compileOnce },
  thinkTime: { compile: compileThinkTime },
  pacing: { compile: compilePacing },
  rendezvous: { compile: compileRendezvous },
  script: { compile: compileScriptStep },
}

/** Compiles the enabled steps into one. @throws ScriptStepError */
export function compileSteps(steps: readonly Step[], context: CompileContext): CompiledStep {
  const compiled = steps
    .filter(step => step.enabled)
    .map(step => {
      const compiler: StepCompiler<Step> = compilers[step.kind]
      return compiler.compile(step, context)
    })
  const [only] = compiled
  return compiled.length === 1 && only !== undefined ? only : sequence(compiled)
}
