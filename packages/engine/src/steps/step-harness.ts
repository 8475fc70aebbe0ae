/** Shared by tests of steps: users without a worker around them, and an observer that records events. */

import type { LogLine } from '@pone/contract/entities/run.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { createWire } from '@pone/protocols/wire/wire.ts'
import type { MetricDefinition } from '@pone/schema/protocol.ts'
import { type ComponentOptions, compileComponent } from '../compile-component.ts'
import type { Environment } from '../environment.ts'
import type { Failure, LabelledStep, Observer } from '../observer.ts'
import { localBarriers } from '../users/local-barriers.ts'
import { VirtualUser } from '../virtual-user.ts'
import { StartableClock } from '../worker/run-clock.ts'

/** Records events. */
class Notes implements Observer {
  readonly wantsEveryExchange = false
  readonly lines: string[] = []
  request(): void {
    this.lines.push('request')
  }
  metric(step: LabelledStep, { key }: MetricDefinition, value: number): void {
    this.lines.push(`${step.name} ${key} ${value}`)
  }
  transaction(_user: VirtualUser, step: LabelledStep, durationUs: number, passed: boolean): void {
    this.lines.push(
      `${step.name} ${passed ? 'passed' : 'failed'}${durationUs === 0 ? '' : ` ${durationUs} µs`}`,
    )
  }
  fault(_user: VirtualUser, step: LabelledStep, failure: Failure): void {
    this.lines.push(`${step.name}: ${failure.code}`)
  }
  iterationEnded(): void {
    this.lines.push('end')
  }
  log(level: LogLine['level'], _source: string, message: string): void {
    this.lines.push(`${level} ${causeText(message, 'en')}`)
  }
}

/** A compiled component with what its users share in a process; `atWork` counts them. */
export function processOf(document: object, atWork: () => number, changes: Partial<ComponentOptions> = {}) {
  const observer = new Notes()
  const wire = createWire({ beforeFlush: () => undefined })
  const environment: Environment = {
    observer,
    clock: new StartableClock(),
    forceSignal: new AbortController().signal,
    properties: {},
    sharedCounter: { value: 0 },
    pauseLimitMs: null,
    isStopping: false,
    barriers: localBarriers(atWork),
    wire,
  }
  const component = compileComponent({
    name: 'c',
    document: componentDocumentSchema.parse(document),
    share: { from01: 0, to01: 1 },
    labelOf: () => undefined,
    filePaths: {},
    extraHeaders: [],
    log: (level, source, message) => observer.log(level, source, message),
    ...changes,
  })
  return { component, lines: observer.lines, environment, wire }
}

/** Users of one component that share a process, as in a worker. */
export function usersOf(document: object, count: number) {
  const { component, ...rest } = processOf(document, () => users.filter(user => !user.isRetiring).length)
  const users = Array.from(
    { length: count },
    (_, index) => new VirtualUser(index, component, rest.environment),
  )
  return { users, ...rest }
}

/** One user alone. */
export function userOf(document: object) {
  const { users, ...rest } = usersOf(document, 1)
  const [user] = users
  if (user === undefined) throw new Error('no user')
  return { user, ...rest }
}

let ids = 0
/** A step that logs a text, in which `${}` stands for JavaScript. */
export const note = (text: string) => ({
  id: `s${++ids}`,
  name: 'note',
  kind: 'script',
  code: `log(\`${text}\`)`,
})
/** A step that logs a variable. */
export const tell = (variable: string) => ({
  id: `s${++ids}`,
  name: 'tell',
  kind: 'script',
  code: `log(vars.get('${variable}'))`,
})
/** A step that fails. */
export const failing = () => ({ id: `s${++ids}`, name: 'js', kind: 'script', code: 'fail("no")' })
/** Think time. */
export const thinking = (durationMs: number) => ({ id: `p${++ids}`, name: '', kind: 'thinkTime', durationMs })
export const group = (kind: string, rest: object, ...children: object[]) => ({
  id: `g${++ids}`,
  name: 'g',
  kind,
  children,
  ...rest,
})
