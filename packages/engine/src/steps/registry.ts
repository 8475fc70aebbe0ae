/** The step kinds, one line each: how a step of the document becomes one that runs. */
import type { Step, StepKind } from '@pone/contract/entities/component/steps.ts'
import { compileIf, compileLoop, compilePercentage } from './controllers.ts'
import { compileRequest } from './request.ts'
import { compileScriptStep } from './script.ts'
import { sequence } from './sequence.ts'
import type { CompileContext, CompiledStep } from './step.ts'
import { compileThinkTime } from './think-time.ts'
import { compileTransaction } from './transaction.ts'

interface StepCompiler<S extends Step> {
  compile(step: S, context: CompileContext): CompiledStep
}

const compilers: { [K in StepKind]: StepCompiler<Extract<Step, { kind: K }>> } = {
  request: { compile: compileRequest },
  transaction: { compile: compileTransaction },
  loop: { compile: compileLoop },
  if: { compile: compileIf },
  percentage: { compile: compilePercentage },
  thinkTime: { compile: compileThinkTime },
  script: { compile: compileScriptStep },
}

/** Compiles the enabled steps into one. @throws ScriptSyntaxError */
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
