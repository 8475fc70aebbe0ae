/** Asks a target how it would execute a slow operation: its statement by the section's transport, its plan by the type's. */
import { type ExecutionPlan, NoPlan } from '../plans/plan.ts'
import { TargetFault } from '../target-fault.ts'
import type { TargetConnection } from '../transports/transport.ts'
import { filledParams, type MonitorType, type ParamValues } from '../type.ts'
import { type CollectionClock, systemClock } from './collection-clock.ts'
import type { Transports } from './connections.ts'
import { within } from './within.ts'

const explainMs = 8_000

export interface PlanQuestion {
  readonly type: MonitorType
  readonly params: ParamValues
  readonly section: string
  readonly labels: Readonly<Record<string, string>>
  readonly transports: Transports
  readonly clock?: CollectionClock
}

/** @throws NoPlan, TargetFault */
export function explainOperation(question: PlanQuestion): Promise<ExecutionPlan> {
  return within(question.clock ?? systemClock, explainMs, signal => explain(question, signal))
}

async function explain(
  { type, section: key, labels, ...how }: PlanQuestion,
  signal: AbortSignal,
): Promise<ExecutionPlan> {
  const section = type.sections.find(each => each.key === key)
  if (section === undefined) throw new NoPlan('notFound')
  const params = filledParams(type, how.params)
  const opened: TargetConnection[] = []
  const open = async (name: MonitorType['transport']): Promise<TargetConnection> => {
    const transport = how.transports[name]
    if (transport === undefined) throw new TargetFault('wrongProduct', `no transport ${name}`)
    const connection = await transport.open(params, signal)
    opened.push(connection)
    if (signal.aborted) connection.close()
    return connection
  }
  try {
    const { transport = type.transport } = section
    const source = await open(transport)
    if (source.sample === undefined) throw new NoPlan('notSupported')
    const statement = await source.sample(section.request, labels, signal)
    if (statement === undefined) throw new NoPlan('noSample')
    const target = transport === type.transport ? source : await open(type.transport)
    if (target.explain === undefined) throw new NoPlan('notSupported')
    return await target.explain(statement, signal)
  } finally {
    for (const connection of opened) connection.close()
  }
}
