/** A load set by hand, as the parameters of its event: what it was, what it becomes, over how long, and of which components. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'

/** `from`, `seconds` and `parts` are left out where there is no ramp, or no load by component. */
export function loadChangeParams(
  { from, load, rampMs, parts }: LoadOrder,
  components: readonly string[],
): RunEvent['params'] {
  return {
    load,
    ...(rampMs > 0 ? { from: Math.round(from), seconds: rampMs / 1_000 } : {}),
    ...(parts === null
      ? {}
      : { parts: parts.map((part, at) => `${components[at] ?? `#${at + 1}`} ${part.load}`).join(', ') }),
  }
}
