/** A virtual user without a run, for the tests of scripts. */
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { createWire } from '@pone/protocols/wire/wire.ts'
import { compileComponent } from '../compile-component.ts'
import { DebugObserver } from '../debug/debug-observer.ts'
import type { Environment } from '../environment.ts'
import { localBarriers } from '../users/local-barriers.ts'
import { VirtualUser } from '../virtual-user.ts'
import { StartableClock } from '../worker/run-clock.ts'

/** The fifth user; its log lines are added to `logged`, as `level message`. */
export function newScriptUser(logged: string[] = []): VirtualUser {
  const clock = new StartableClock()
  const wire = createWire({ beforeFlush: () => undefined })
  const environment: Environment = {
    clock,
    observer: new DebugObserver(clock, event => {
      if (event.kind === 'log') logged.push(`${event.line.level} ${event.line.message}`)
    }),
    forceSignal: new AbortController().signal,
    properties: {},
    sharedCounter: { value: 0 },
    pauseLimitMs: null,
    isStopping: false,
    barriers: localBarriers(() => 1),
    wire,
  }
  const component = compileComponent({
    name: 'c',
    document: componentDocumentSchema.parse({}),
    share: { from01: 0, to01: 1 },
    labelOf: () => undefined,
    filePaths: {},
    extraHeaders: [],
    log: () => undefined,
  })
  return new VirtualUser(4, component, environment)
}
